"""How the page of a review looks: by day and by night, on a narrow screen and on paper."""

STYLE = """
:root {
  color-scheme: light dark;
  --ink: #1b1f24; --paper: #ffffff; --faint: #57606a; --line: #d0d7de; --quoted: #f3f4f6;
  --breaking: #b42318; --widening: #9a4a00; --narrowing: #6a3fb5; --additive: #116329; --text: #57606a;
  --gone: #fbe3e1; --come: #dff3e3;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ink: #e6e9ed; --paper: #14171b; --faint: #a3acb6; --line: #3b434c; --quoted: #23282f;
    --breaking: #ff9a8f; --widening: #f0b072; --narrowing: #c4a7ff; --additive: #7fd493; --text: #a3acb6;
    --gone: #4a1f1c; --come: #16391f;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 2rem; border-bottom: 1px solid var(--line); }
h3 { margin-bottom: 0.25rem; font-size: 1.05rem; }
table { border-collapse: collapse; margin: 1rem 0; }
caption { text-align: left; color: var(--faint); }
th, td { padding: 0.25rem 0.75rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
td:last-child { text-align: right; }
ul { margin: 0.25rem 0; padding-left: 1.25rem; }
li { margin: 0.25rem 0; }
small { color: var(--faint); }
code, del, ins { padding: 0 0.2em; border-radius: 0.2em; font: 0.9em ui-monospace, monospace; unicode-bidi: isolate; }
code { background: var(--quoted); }
del { background: var(--gone); text-decoration: none; }
ins { background: var(--come); text-decoration: none; }
.breaking > strong, .breaking > th { color: var(--breaking); }
.widening > strong, .widening > th { color: var(--widening); }
.narrowing > strong, .narrowing > th { color: var(--narrowing); }
.additive > strong, .additive > th { color: var(--additive); }
.text > strong, .text > th { color: var(--text); }
@media (max-width: 30rem) {
  main { padding: 0.5rem; }
  th, td { padding: 0.25rem; }
}
@media print {
  :root { --ink: #000000; --paper: #ffffff; --faint: #333333; --quoted: #ffffff; --gone: #ffffff; --come: #ffffff; }
  main { max-width: none; padding: 0; }
  h2, h3 { break-after: avoid; }
  li, tr { break-inside: avoid; }
}
"""
