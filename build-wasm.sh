#!/usr/bin/env bash
# Sets up what is missing, builds the WebAssembly module and the page into dist/, and serves it.
#
#   ./build-wasm.sh                    build
#   ./build-wasm.sh --serve            build, then serve dist/ and print the address
#   ./build-wasm.sh --serve --port N   the same at port N (default 8080, or the next free one)
set -euo pipefail
cd "$(dirname "$0")"

usage() { sed -n '2,6s/^# \{0,1\}//p' "$0"; }

serve=
port=8080
while [ $# -gt 0 ]; do
  case $1 in
    --serve) serve=yes ;;
    --port)
      port=${2:-}
      if ! [[ $port =~ ^[0-9]{1,5}$ ]] || [ "$port" -gt 65535 ]; then
        echo "--port needs a port number from 0 to 65535, not \"$port\"." >&2
        exit 2
      fi
      shift
      ;;
    -h | --help)
      usage
      exit 0
      ;;
    *)
      echo "Unknown option: $1" >&2
      usage >&2
      exit 2
      ;;
  esac
  shift
done

# shellcheck source=cpp/toolchain/emscripten.sh
source cpp/toolchain/emscripten.sh
# shellcheck source=cpp/toolchain/npm.sh
source cpp/toolchain/npm.sh

need_commands cmake:cmake make:make
need_node 18
# Where there is no apt, CMake fetches a pinned release instead.
if command -v apt-get >/dev/null; then need_packages libxtensor-dev; fi
find_emscripten
need_node_modules web

quietly() {
  local log
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    echo "Failed: $*" >&2
    return 1
  fi
  rm -f "$log"
}

echo "Building the WebAssembly module"
quietly cmake --preset wasm
quietly cmake --build --preset wasm --parallel 2
echo "Building the page into dist/"
node web/build.mjs

if [ -n "$serve" ]; then
  exec node web/serve.mjs "$port"
fi
