#!/usr/bin/env bash
# Measures on this machine: JSON lines, then tables. Builds first what is not built.
#
#   tests/bench/run.sh              everything
#   tests/bench/run.sh --no-peers   without the comparison with other runtimes, which installs
#                                   170 MB and writes 1.3 GB of model files into build/bench/
set -euo pipefail
cd "$(dirname "$0")/../.."

peers=yes
case "$# ${1:-}" in
  "0 ") ;;
  "1 --no-peers") peers= ;;
  *)
    sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac

# shellcheck source=cpp/toolchain/packages.sh
source cpp/toolchain/packages.sh
# shellcheck source=cpp/toolchain/npm.sh
source cpp/toolchain/npm.sh

need_node 20
if [ -z "${CHROMIUM:-}" ]; then
  need_commands chromium:chromium
  CHROMIUM=$(command -v chromium)
  export CHROMIUM
fi
need_node_modules tests
if ! [ -e dist/tinygpt.wasm ] || ! [ -e build/wasm/CMakeCache.txt ]; then ./build-wasm.sh; fi

node tests/bench/lengths.mjs
if [ -z "$peers" ]; then
  node tests/bench/embedding.mjs --no-peers
else
  need_node_modules tests/bench
  node tests/bench/embedding.mjs
  cmake --build build/wasm --target gemm_module >/dev/null
  node tests/bench/peers.mjs
fi
