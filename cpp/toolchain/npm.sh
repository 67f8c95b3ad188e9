# shellcheck shell=bash
# need_node_modules FOLDER: FOLDER/node_modules is what FOLDER/package-lock.json says.
# Source packages.sh first.

need_node_modules() {
  local lock=$1/package-lock.json installed=$1/node_modules/.installed-lock.json log
  if cmp -s "$lock" "$installed"; then return 0; fi
  echo "Installing the npm packages of $1/" >&2
  log=$(mktemp)
  if ! npm ci --prefix "$1" --no-audit --no-fund >"$log" 2>&1; then
    echo "npm cannot install the packages of $1/package-lock.json: $(grep -m 1 -i error "$log" || tail -n 1 "$log")" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
  cp "$lock" "$installed"
}
