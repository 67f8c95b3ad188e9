#!/usr/bin/env bash
# Measures on this machine: JSON lines, then a table. Builds first what is not built.
set -euo pipefail
cd "$(dirname "$0")/../.."

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
[ -e dist/tinygpt.wasm ] || ./build-wasm.sh

node tests/bench/embedding.mjs
