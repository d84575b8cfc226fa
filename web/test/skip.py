"""What the page's tests need: node, the built page, a browser; without them they are skipped."""
import os
import pathlib
import shutil
import sys

SKIPPED = 77  # ctest shows such a test as skipped
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def node():
    found = shutil.which("node") or shutil.which("nodejs")
    return found or skip("no nodejs")


def browser():
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    return found or skip("no Chromium (Debian package chromium); ./ironbird test installs it")


def built_page(program):
    """The template beside a program of the build tree."""
    page = pathlib.Path(program).resolve().parent.parent / "web/report_page.html"
    return page if page.exists() else skip("the page was not built: no npm, or no registry")
