#!/bin/sh
# setup_hugepages.sh GB [--dry-run]: huge pages, now and for later starts; see `ironbird piper hugepages --help`.
here=$(cd "$(dirname "$0")" && pwd)
for program in "$here"/../build/*/bin/ironbird_piper "$here"/../../../bin/ironbird_piper; do
    [ -x "$program" ] && exec "$program" hugepages "$@"
done
echo "setup_hugepages.sh: ironbird_piper is not built" >&2
exit 4
