#!/usr/bin/env python3
"""The page of a made-up run with two chips and a finding, in a browser.

usage: sample_test.py --ironbird PROGRAM --work FOLDER
"""
import argparse
import os
import pathlib
import subprocess
import sys

from skip import browser, built_page, node

HERE = pathlib.Path(__file__).resolve().parent


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ironbird", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    options = parser.parse_args()
    built_page(options.ironbird)
    chromium = browser()
    subprocess.run([node(), HERE / "samples.mjs", options.work, "4", "2", "60", "2"], check=True)
    page = options.work / "page with spaces.html"
    subprocess.run([options.ironbird, "report", options.work, "-o", page], check=True)
    return subprocess.run([node(), HERE / "page_test.mjs", page, options.work],
                          env=dict(os.environ, CHROMIUM=chromium), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
