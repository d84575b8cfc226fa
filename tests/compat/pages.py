"""Sections of docs/coverage.md, each written by the driver that ran it."""

import re
import time


def write(page, title, driver, text):
    """Puts the section in the place of the earlier one, or at the end."""
    begin, end = f"<!-- {driver} -->", f"<!-- end of {driver} -->"
    dated = f"Run on {time.strftime('%Y-%m-%d')} by `{driver}`, which wrote this section."
    section = f"{begin}\n## {title}\n\n{dated}\n\n{text.strip()}\n{end}\n"
    old = page.read_text() if page.exists() else "# Upstream's tests of TT-NN\n\n"
    found = re.search(f"{re.escape(begin)}.*{re.escape(end)}\n", old, re.DOTALL)
    page.write_text(old.replace(found.group(), section) if found else old.rstrip() + "\n\n" + section)


def sections(page):
    """What other drivers have written there."""
    text = page.read_text() if page.exists() else ""
    return "".join("\n" + found.group() for found in re.finditer(r"<!-- (\S+) -->.*?<!-- end of \1 -->\n", text, re.DOTALL))
