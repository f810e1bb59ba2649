"""
Documents: the laboratory report, rule sheet, rack card and scale drawing, and tables for the terminal.

`blocks` is the document model, `sections` builds a report from it, `rendering` writes PDF, HTML, JSON or Word, and
`verification` recomputes and compares reports.
"""
