#!/usr/bin/env bash
# Builds under the names that guides use: build_<Type>[_tracy], and `build` as a link to it.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
cd -- "$root"

usage() {
    cat <<'TEXT'
usage: ./build_metal.sh [-p] [-c] [--release | --debug] [-b TYPE] [--build-all] [--configure-only] [--clean]
  -p, --enable-profiler   the folder is called build_<Type>_tracy; profiling itself is always built in
  -c, --enable-ccache     compile through ccache
  --release, --debug      the type of the build: Release (the default) or Debug
  --development           RelWithDebInfo
  -b, --build-type TYPE   Release, Debug or RelWithDebInfo
  --build-all             tests and benchmarks too
  --build-tests           tests too
  --build-programming-examples   they are always built
  --configure-only        write the build files and stop
  --clean                 remove what this script has built
Afterwards `cmake --build build -j16` builds what changed.
TEXT
}

type=Release suffix="" tests=OFF bench=OFF only=false
launcher=()
while (($#)); do
    case $1 in
        -p | --enable-profiler) suffix=_tracy ;;
        -c | --enable-ccache)
            launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
            ;;
        --release) type=Release ;;
        --debug) type=Debug ;;
        --development) type=RelWithDebInfo ;;
        -b | --build-type)
            type=${2:?--build-type takes Release, Debug or RelWithDebInfo}
            shift
            ;;
        --build-all) tests=ON bench=ON ;;
        --build-tests) tests=ON ;;
        --build-programming-examples) ;;
        --configure-only) only=true ;;
        --clean)
            rm -rf -- build_Release build_Debug build_RelWithDebInfo build_*_tracy
            [[ -L build ]] && rm -- build
            exit 0
            ;;
        -h | --help)
            usage
            exit 0
            ;;
        *)
            echo "build_metal.sh does not know $1" >&2
            usage >&2
            exit 2
            ;;
    esac
    shift
done
case $type in Release | Debug | RelWithDebInfo) ;; *)
    echo "build_metal.sh does not know the type $type" >&2
    exit 2
    ;;
esac

folder=build_$type$suffix
mkdir -p -- "$folder"
# The launcher `ironbird` builds into build/<preset>: these folders move along, and stay where they
# were by name.
if [[ -d build && ! -L build ]]; then
    find build -mindepth 1 -maxdepth 1 -exec mv -n -t "$folder" -- {} +
    rmdir -- build
fi
ln -sfn -- "$folder" build
cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE="$type" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DIRONBIRD_TESTS=$tests -DIRONBIRD_BENCH=$bench "${launcher[@]}"
$only || cmake --build "$folder"
