"""How programs end: what they were given wrongly is told in a line, not by where it was found."""

import subprocess
import sys

REFUSED = 4  # docs/exit_codes.md


def run(name, main):
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)  # that program has said why
    except (OSError, RuntimeError, ValueError) as error:
        print(f"{name}: {error}", file=sys.stderr)
        sys.exit(REFUSED)
