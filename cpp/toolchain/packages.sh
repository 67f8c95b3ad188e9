# shellcheck shell=bash
# Functions that bring in what a script needs from the system. Source this file.
#
#   need_commands COMMAND:PKG...  commands on PATH
#   need_headers HEADER:PKG...    headers that the C++ compiler finds
#   need_packages PKG...          packages, whatever they hold
#   need_node [OLDEST]            Node.js with npm, of that version or newer (18)
#
# PKG is the name of a Debian package. Each returns 0 at once, without asking
# the network, when nothing is missing; otherwise it installs the packages, or
# says in one sentence what is missing and returns 1.

need_packages() {
  local installed missing=() as_root=() package reason
  installed=$(dpkg-query -W -f '${Package}=${db:Status-Status}\n' "$@" 2>/dev/null) || true
  for package in "$@"; do
    [[ $'\n'$installed$'\n' == *$'\n'"$package=installed"$'\n'* ]] || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0

  if ! command -v apt-get >/dev/null; then
    echo "Missing: ${missing[*]} (Debian's names for them); without apt-get here, they must be installed by hand." >&2
    return 1
  fi
  if [ "$EUID" -ne 0 ]; then
    if ! sudo -n true 2>/dev/null; then
      echo "Missing: ${missing[*]}; without the rights to install them here, run as root: apt-get install ${missing[*]}" >&2
      return 1
    fi
    as_root=(sudo -n)
  fi

  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300)
  local install=("${apt[@]}" install --yes --no-install-recommends "${missing[@]}")
  echo "Installing ${missing[*]}" >&2
  # Only when the package lists at hand do not do are they fetched anew.
  "${install[@]}" </dev/null &>/dev/null && return 0
  "${apt[@]}" update </dev/null &>/dev/null || true
  if ! reason=$("${install[@]}" </dev/null 2>&1); then
    reason=$(grep -m 1 '^E: ' <<<"$reason") || true
    echo "Cannot install ${missing[*]}: ${reason#E: }" >&2
    return 1
  fi
}

need_commands() {
  local pair packages=()
  for pair in "$@"; do
    command -v "${pair%%:*}" >/dev/null || packages+=("${pair#*:}")
  done
  [ ${#packages[@]} -eq 0 ] || need_packages "${packages[@]}"
}

need_headers() {
  local pair packages=() compiler=${CXX:-c++}
  need_commands "${compiler%% *}:g++" || return 1
  for pair in "$@"; do
    # Unquoted: CXX may hold options.
    # shellcheck disable=SC2086
    printf '#if !__has_include(<%s>)\n#error\n#endif\n' "${pair%%:*}" |
      $compiler -E -x c++ - &>/dev/null || packages+=("${pair#*:}")
  done
  [ ${#packages[@]} -eq 0 ] || need_packages "${packages[@]}"
}

need_node() {
  local version oldest=${1:-18}
  need_commands node:nodejs npm:npm || return 1
  version=$(node --version) || version=unknown
  version=${version#v}
  if ! [ "${version%%.*}" -ge "$oldest" ] 2>/dev/null; then
    echo "Node.js $oldest or newer is needed, and $(command -v node) is version $version." >&2
    return 1
  fi
}
