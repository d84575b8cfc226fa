#!/usr/bin/env bash
# run.sh BUILD [TARGET...]: a million inputs for each target; what it finds is left in BUILD/fuzz/found.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
build=$(cd -- "$1" && pwd -P)
shift
if (($# == 0)); then
    for source in "$here"/*.cpp; do set -- "$@" "$(basename -- "$source" .cpp)"; done
fi
status=0
for target in "$@"; do
    work=$build/fuzz/corpus/$target found=$build/fuzz/found/$target
    mkdir -p -- "$work" "$found"
    if (cd -- "$found" && "$build/fuzz/fuzz_$target" -runs="${RUNS:-1000000}" -timeout="${TIMEOUT:-10}" -max_len="${MAX_LEN:-1024}" -verbosity=0 -print_funcs=0 -close_fd_mask=3 \
        -print_final_stats=1 -artifact_prefix="$found/" "$work" "$here/corpus/$target" 2>&1 |
        tee log.txt | sed -n "s/^stat::number_of_executed_units: */$target: inputs /p"); then
        grep -q 'ERROR: \|SUMMARY: ' -- "$found/log.txt" || continue
    fi
    echo "$target: see $found/log.txt"
    status=1
done
exit "$status"
