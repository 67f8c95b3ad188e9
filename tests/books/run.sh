#!/usr/bin/env bash
# Builds small books with the hosts' own generators into build/books/ and tests them in Chromium.
# dist/ must be built. Draws the posters into dist/posters/ first.
set -euo pipefail
cd "$(dirname "$0")/../.."

# shellcheck source=cpp/toolchain/packages.sh
source cpp/toolchain/packages.sh
# shellcheck source=cpp/toolchain/npm.sh
source cpp/toolchain/npm.sh

need_node 20
need_commands pandoc:pandoc pdftocairo:poppler-utils
if [ -z "${CHROMIUM:-}" ]; then
  need_commands chromium:chromium
  CHROMIUM=$(command -v chromium)
  export CHROMIUM
fi
need_node_modules tests

echo "== Posters"
node web/posters/render.mjs

# prepare HOST ASSETS: the book's sources in build/books/HOST, the site in its folder ASSETS.
prepare() {
  local book=build/books/$1
  mkdir -p "$book"
  find "$book" -mindepth 1 -maxdepth 1 ! -name node_modules -exec rm -rf {} +
  cp -R "tests/books/$1/." "$book"
  mkdir -p "$book/$2"
  cp -R dist "$book/$2/tiny-gpt"
  if [ -f "$book/package-lock.json" ]; then need_node_modules "$book"; fi
}

# in_book HOST COMMAND...: quiet unless it fails.
in_book() {
  local log
  log=$(mktemp)
  echo "== The $1 book"
  if ! (cd "build/books/$1" && "${@:2}") >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}

prepare honkit .
in_book honkit node_modules/.bin/honkit build . built

prepare vitepress docs/public
in_book vitepress node_modules/.bin/vitepress build docs --outDir built

prepare docusaurus static
export NO_UPDATE_NOTIFIER=1
in_book docusaurus node_modules/.bin/docusaurus build --out-dir built --no-minify

# Newer versions of pandoc call it --embed-resources.
embed=(--self-contained)
if pandoc --help | grep -q -- --embed-resources; then embed=(--embed-resources --standalone); fi
prepare pandoc built
in_book pandoc pandoc chapter.md --resource-path=.:built "${embed[@]}" --css print.css -o built/chapter.html

node --test --test-concurrency=1 tests/books/*.test.mjs
