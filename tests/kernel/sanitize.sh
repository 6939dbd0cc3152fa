#!/usr/bin/env bash
# Run the tests of the kernel with the sanitizers of gcc, which stop at the first wrong access to
# memory and at the first undefined behaviour. The kernel is compiled into a copy of the package, so
# the checkout stays as it is. Arguments are passed on to pytest; PYTHON and CC choose other tools.
#
#     tests/kernel/sanitize.sh
#     tests/kernel/sanitize.sh -k garbage
set -euo pipefail
cd "$(dirname "$0")/../.."

python=${PYTHON:-python}
compiler=${CC:-gcc}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cp -R src "$scratch/src"
rm -f "$scratch"/src/qwirkle/_kernel.*.so
about() { "$python" -c "import sysconfig; print(sysconfig.$1)"; }
kernel="$scratch/src/qwirkle/_kernel$(about 'get_config_var("EXT_SUFFIX")')"
"$compiler" -std=c11 -O1 -g -Wall -Wextra -Werror -fno-omit-frame-pointer \
  -fsanitize=address,undefined -fno-sanitize-recover=all \
  -fPIC -fvisibility=hidden -shared -I"$(about 'get_path("include")')" -Ikernel \
  kernel/*.c -o "$kernel"

# Python's own allocator would hide its objects from the sanitizer, and Python itself leaks at exit.
export PYTHONMALLOC=malloc PYTHONPATH="$scratch/src" QWIRKLE_PURE=0
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 QWIRKLE_FUZZ_ROUNDS=3000
LD_PRELOAD=$("$compiler" -print-file-name=libasan.so)
export LD_PRELOAD
used=$("$python" -c 'import qwirkle._kernel; print(qwirkle._kernel.__file__)')
[ "$used" = "$kernel" ] || { echo "another kernel is in use: $used" >&2; exit 1; }
# The memory in use cannot be asked for here, and the allocator of the sanitizers does not survive
# a fork while other threads use it; the usual run looks at both.
# The reports are written by C code, so only what Python prints is captured.
"$python" -m pytest -q -p no:cacheprovider --capture=sys tests/kernel -k "not leak and not forks" "$@"
