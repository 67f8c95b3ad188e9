#!/usr/bin/env bash
# Format and static checks: clang-format, clang-tidy, shellcheck.
set -euo pipefail
cd "$(dirname "$0")/.."

# shellcheck source=cpp/toolchain/packages.sh
source cpp/toolchain/packages.sh

need_commands clang-format:clang-format clang-tidy:clang-tidy shellcheck:shellcheck
cmake --preset native >/dev/null

mapfile -t sources < <(git ls-files 'cpp/*.cpp' 'cpp/*.hpp' 'tests/*.cpp' 'tests/*.hpp')
clang-format --dry-run --Werror "${sources[@]}"

# The bindings need Emscripten's headers, which the native compiler does not have.
mapfile -t units < <(git ls-files 'cpp/src/*.cpp' 'tests/native/*.cpp' 'tests/bits/*.cpp')
printf '%s\n' "${units[@]}" | xargs -P 2 -n 4 clang-tidy --quiet -p build/native

mapfile -t scripts < <(git ls-files '*.sh' .ci/run)
shellcheck --external-sources "${scripts[@]}"
echo "Format and static checks: clean"
