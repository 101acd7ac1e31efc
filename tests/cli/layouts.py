"""Layouts of files before and after `fmt`, by what they show."""

CAPABILITIES = {
    "keys come in the order of the schema": (
        "risk: low\nid: a.b\nversion: '1.0.0'\n",
        "id: a.b\nversion: '1.0.0'\nrisk: low\n",
    ),
    "a key moves with the comments above it and beside it": (
        """\
        # the floor
        # is low
        risk: low  # for now
        id: a.b
        """,
        """\
        id: a.b
        # the floor
        # is low
        risk: low  # for now
        """,
    ),
    "the setting of an editor stays on top": (
        "# yaml-language-server: $schema=x.json\n# about the risk\nrisk: low\nid: a\n",
        "# yaml-language-server: $schema=x.json\nid: a\n# about the risk\nrisk: low\n",
    ),
    "a comment that a blank line parts from the first key stays on top": (
        "# Copyright\n\nrisk: low\nid: a\n",
        "# Copyright\n\nid: a\nrisk: low\n",
    ),
    "the start of the document stays on top": ("---\nrisk: low\nid: a\n", "---\nid: a\nrisk: low\n"),
    "a comment at the end stays there": ("risk: low\nid: a\n# the end\n", "id: a\nrisk: low\n# the end\n"),
    "a deeper comment belongs to the key it stands in": (
        "execution:\n  idempotent: true\n  # no retry\nid: a\n",
        "id: a\nexecution:\n  idempotent: true\n  # no retry\n",
    ),
    "a comment above a blank line belongs to the key before": (
        "risk: low\n# because\n\nid: a\n",
        "id: a\nrisk: low\n# because\n",
    ),
    "a blank line moves with the key below it": (
        "id: a\n\nrisk: low\n\nversion: '1.0.0'\n",
        "id: a\n\nversion: '1.0.0'\n\nrisk: low\n",
    ),
    "a key that is not known stays behind the one before": (
        "x-one: 1\nrisk: low\nx-two: 2\nid: a\n",
        "x-one: 1\nid: a\nrisk: low\nx-two: 2\n",
    ),
    "a block scalar moves whole": (
        "description: |\n  one\n\n  two  \n\n\nid: a\n",
        "id: a\ndescription: |\n  one\n\n  two  \n",
    ),
    "blank lines that a block scalar keeps stay in it": (
        "description: |+\n  one\n\n\nid: a\n",
        "id: a\ndescription: |+\n  one\n\n\n",
    ),
    "what has no line end gets one on its way up": ("risk: low\nid: a", "id: a\nrisk: low\n"),
    "the spelling of capabilities": ("id: a\nknowledgeRefs: [x]  # y\n", "id: a\nknowledgeReferences: [x]  # y\n"),
    "both spellings stay for check to report": (
        "id: a\nknowledgeReferences: [x]\nknowledgeRefs: [y]\n",
        "id: a\nknowledgeReferences: [x]\nknowledgeRefs: [y]\n",
    ),
    "a condition in flow style becomes a block": (
        """\
        id: a
        preconditions: [{id: x, expr: 'a, b'}, {expr: c}]  # two
        """,
        """\
        id: a
        preconditions:  # two
          - id: x
            expr: 'a, b'
          - expr: c
        """,
    ),
    "a condition in an item of a block list": (
        """\
        id: a
        preconditions:
        - {id: x, expr: b, text: {pt-BR: "Não, b", en: B}}   # why
        -   {expr: c}
        """,
        """\
        id: a
        preconditions:
        - id: x   # why
          expr: b
          text:
            pt-BR: "Não, b"
            en: B
        -   expr: c
        """,
    ),
    "what encloses a condition, but not its neighbours": (
        """\
        id: a
        verification: {enabled: true, capability: x.read, with: {id: input.id, n: [1, 2]}, expect: [{id: s, expr: x}]}
        """,
        """\
        id: a
        verification:
          enabled: true
          capability: x.read
          with: {id: input.id, n: [1, 2]}
          expect:
            - id: s
              expr: x
        """,
    ),
    "a sentence in flow style becomes a block": (
        """\
        id: a
        description: {pt-BR: 'Um, dois', en: One}
        confirmation: {required: true, messageTemplate: {en: "Sure?"}}
        errors:
          - {code: A, category: business, message: No., retryable: false}
        """,
        """\
        id: a
        description:
          pt-BR: 'Um, dois'
          en: One
        confirmation:
          required: true
          messageTemplate:
            en: "Sure?"
        errors:
          - code: A
            category: business
            message: No.
            retryable: false
        """,
    ),
    "flow style elsewhere stays as written": (
        "id: a\nlabels: {pt-BR: [a,  b]}\nconfirmation: {required: true}\ninputSchema: {description: \"x\", a: 1}\n",
        "id: a\nlabels: {pt-BR: [a,  b]}\ninputSchema: {description: \"x\", a: 1}\nconfirmation: {required: true}\n",
    ),
    "flow style that spans lines": (
        """\
        id: a
        confirmation: {
            when: {any: [{id: x, expr: a,
                          text: "one
                                 two"}]},
            required: true
          }
        risk: low
        """,
        """\
        id: a
        risk: low
        confirmation:
          when:
            any:
              - id: x
                expr: a
                text: "one
                  two"
          required: true
        """,
    ),
    "flow style with a comment in it stays": (
        "id: a\npreconditions: [\n  # one\n  {expr: a}]\n",
        "id: a\npreconditions: [\n  # one\n  {expr: a}]\n",
    ),
    "a whole file in flow style": (
        '{"risk": "low", "id": "a", "description": "No.", "labels": {"en":"A"}}\n',
        '"id": "a"\n"description": "No."\n"labels": {"en":"A"}\n"risk": "low"\n',
    ),
    "empty flow style stays": ("id: a\npreconditions: []\n", "id: a\npreconditions: []\n"),
    "null values and keys without a space": (
        'id: a\nconfirmation: {"required":true, when, messageTemplate: {en}}\n',
        'id: a\nconfirmation:\n  "required": true\n  when:\n  messageTemplate:\n    en:\n',
    ),
    "blanks at the ends of lines go": ("id: a  \n# note \t\n\t\nrisk: low\n", "id: a\n# note\n\nrisk: low\n"),
    "blank lines beyond one go": ("\n\nid: a\n\n \n\nrisk: low\n\n\n", "id: a\n\nrisk: low\n"),
    "one space follows a colon": (
        "id:   a\nrisk :\tlow\nowner:    # who\n  x\n",
        "id: a\nowner:    # who\n  x\nrisk: low\n",
    ),
    "blanks in texts of several lines stay": (
        'id: a\ndescription: "one  \n\n\n  two"  \nname: >\n  x  \n\n\n  y\n',
        'id: a\nname: >\n  x  \n\n\n  y\ndescription: "one  \n\n\n  two"\n',
    ),
    "the last line is ended": ("id: a", "id: a\n"),
    "a block scalar that nothing ends is not ended": ("id: a\ndescription: |\n  x  ", "id: a\ndescription: |\n  x  "),
    "a byte order mark goes": ("\ufeffid: a\n", "id: a\n"),
    "line ends stay as they are": ("risk: low\r\nid: a\r\n\r\n\r\n", "id: a\r\nrisk: low\r\n"),
    "added lines end like the others": (
        "id: a\r\npreconditions: [{id: x, expr: y}]",
        "id: a\r\npreconditions:\r\n  - id: x\r\n    expr: y\r\n",
    ),
    "wide and combining characters count as one": (
        "risk: 🚧ã\u0301  # ã🚧\nid: a\n",
        "id: a\nrisk: 🚧ã\u0301  # ã🚧\n",
    ),
    "quotes, folds and long lines stay": (
        f"id:   \"x\"\nname: '{'y' * 300}'\ndescription: >-\n    folded\n    text\n",
        f"id: \"x\"\nname: '{'y' * 300}'\ndescription: >-\n    folded\n    text\n",
    ),
}  # fmt: skip

RESOURCES = {
    "each resource of a list is put in order": (
        """\
        resources:
          # the order itself
          - name: Order
            # never changes
            id: order
            type: entity
            # the rest

          - type: field  # of the order
            id: order.x
        """,
        """\
        resources:
          # the order itself
          # never changes
          - id: order
            type: entity
            name: Order
            # the rest

          - id: order.x
            type: field  # of the order
        """,
    ),
    "a dash on a line of its own": (
        "resources:\n  -\n    type: x\n    id: a\n",
        "resources:\n  -\n    id: a\n    type: x\n",
    ),
    "the spelling of resources": (
        "resources:\n  - id: a\n    knowledgeReferences: [x]\n",
        "resources:\n  - id: a\n    knowledgeRefs: [x]\n",
    ),
    "a sentence in a list of resources": (
        "resources: [{id: a, description: 'x, y'}, {id: b, type: c}]\n",
        "resources:\n  - id: a\n    description: 'x, y'\n  - {id: b, type: c}\n",
    ),
}
