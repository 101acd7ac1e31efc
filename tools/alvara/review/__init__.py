"""A comparison as a reviewer reads it, the gravest first; and the page that an approver reads before signing."""
