#!/usr/bin/env bash
# Sets up what is missing and runs every test: the doctest suites natively, plain and with
# sanitizers; the built module in Node; the page in headless Chromium; the package for npm; and the
# books that the page is put into.
set -euo pipefail
cd "$(dirname "$0")/.."

# shellcheck source=cpp/toolchain/packages.sh
source cpp/toolchain/packages.sh
# shellcheck source=cpp/toolchain/npm.sh
source cpp/toolchain/npm.sh

need_commands cmake:cmake make:make c++:g++ pdftotext:poppler-utils
need_node 20
# Where there is no apt, CMake fetches pinned releases of the headers instead.
if command -v apt-get >/dev/null; then
  need_packages libxtensor-dev doctest-dev nlohmann-json3-dev fonts-noto-cjk
fi
if [ -z "${CHROMIUM:-}" ]; then
  need_commands chromium:chromium
  CHROMIUM=$(command -v chromium)
  export CHROMIUM
fi
need_node_modules tests

for preset in native asan; do
  echo "== Native tests: $preset"
  cmake --preset "$preset" >/dev/null
  cmake --build --preset "$preset" --parallel 2 >/dev/null
  ctest --preset "$preset"
done

./build-wasm.sh
need_node_modules web/reference
npm run --silent reference --prefix web

echo "== The words, numbers and addresses of the page; the documents and the reference"
node --test tests/page/*.test.mjs

echo "== The built module in Node"
node --test tests/node/*.test.mjs

echo "== The page in headless Chromium"
node --test --test-concurrency=2 tests/browser/*.test.mjs

echo "== The package in bundlers, in Node, and without them"
node --test tests/package/*.test.mjs

tests/books/run.sh
