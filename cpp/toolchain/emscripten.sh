# shellcheck shell=bash
# Source this file and call find_emscripten: afterwards emcc, em++ and emcmake
# are on PATH, and TINYGPT_EMSCRIPTEN_CMAKE is the path of the toolchain file
# for CMake. It takes, in this order:
#
#   1. the emcc on PATH, or the one of $EMSDK, if it is new enough;
#   2. what an earlier call has put into the cache folder;
#   3. the official emsdk, where it can be downloaded;
#   4. Debian 13's packages, unpacked beside the system (x86-64 with apt).
#
# 3 and 4 go into the cache folder, where other clones find them too.

# shellcheck source-path=SCRIPTDIR source=packages.sh
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"

emscripten_oldest=3.1.69
emsdk_version=3.1.69
emsdk_repository=https://github.com/emscripten-core/emsdk.git

debian_suite=trixie
debian_keyring=/usr/share/keyrings/debian-archive-keyring.gpg
# To be raised when the packages are unpacked in another way; part of the folder's name.
debian_layout=1
# These programs need a newer C library than older systems have, so all the
# libraries that they load come along.
debian_packages=(
  emscripten binaryen node-acorn
  clang-19 libclang-common-19-dev libclang-cpp19 libllvm19 lld-19 llvm-19
  libc6 libstdc++6 libgcc-s1 zlib1g libzstd1 libedit2 libbsd0 libmd0 libtinfo6
  libffi8 libxml2 libicu76 liblzma5 libz3-4
)
# Of LLVM's many programs, those that Emscripten calls or that show what it made.
debian_llvm_programs=(ar cxxfilt dwarfdump dwp nm objcopy ranlib readobj size strip)

emscripten_cache() { echo "${XDG_CACHE_HOME:-$HOME/.cache}/tiny-gpt"; }
emsdk_folder() { echo "$(emscripten_cache)/emsdk-$emsdk_version"; }
debian_folder() { echo "$(emscripten_cache)/emscripten-debian-$debian_suite-$debian_layout"; }
emscripten_say() { echo "Emscripten: $*" >&2; }

emscripten_version() {
  case $1 in
    # Has been tried when it was installed; to run it again would take a while.
    "$(emscripten_cache)"/*) tr -d '"\n' <"$(dirname "$1")/emscripten-version.txt" ;;
    *) "$1" --version 2>/dev/null | sed -n 's/^emcc.*) \([0-9]*\.[0-9]*\.[0-9]*\).*/\1/p' ;;
  esac
}

# emscripten_use EMCC: puts it in use if it is new enough.
emscripten_use() {
  local version folder cmake=cmake/Modules/Platform/Emscripten.cmake
  version=$(emscripten_version "$1") && [ -n "$version" ] || return 1
  printf '%s\n' "$emscripten_oldest" "$version" | sort -V -C || return 1

  folder=$(dirname "$(readlink -f "$1")")
  # Some packagings put a small script in the place of emcc.
  [ -e "$folder/$cmake" ] || folder=$("$(dirname "$1")/em-config" EMSCRIPTEN_ROOT 2>/dev/null) || return 1
  [ -e "$folder/$cmake" ] || return 1
  export TINYGPT_EMSCRIPTEN_CMAKE=$folder/$cmake
  [ "$(command -v emcc)" = "$1" ] || PATH=$(dirname "$1"):$PATH
  export PATH
}

# emscripten_use_with CONFIG EMCC: the same for one that is not on PATH.
emscripten_use_with() {
  [ -e "$1" ] && (EM_CONFIG=$1 emscripten_use "$2") || return 1
  export EM_CONFIG=$1
  emscripten_use "$2"
}

emscripten_use_installed() {
  local usr
  if emscripten_use_with "$(emsdk_folder)/.emscripten" "$(emsdk_folder)/upstream/emscripten/emcc"; then
    EMSDK=$(emsdk_folder)
    export EMSDK
    return 0
  fi
  usr=$(debian_folder)/usr
  emscripten_use_with "$usr/share/emscripten/.emscripten" "$usr/share/emscripten/emcc" || return 1
  # Its system libraries are not made to be built elsewhere.
  unset EM_CACHE
  # The python3 on PATH may be a version manager's, which starts slowly.
  if [ -z "${EMSDK_PYTHON:-}" ] && [ -x /usr/bin/python3 ]; then export EMSDK_PYTHON=/usr/bin/python3; fi
}

# emscripten_try EMCC CONFIG: whether it makes a program.
emscripten_try() {
  echo 'int main() { try { throw 1; } catch (int) {} }' >"$work/try.cpp"
  env -u EM_CACHE EM_CONFIG="$2" "${1%cc}++" -O1 -fwasm-exceptions "$work/try.cpp" -o "$work/try.js" &>"$work/log" &&
    node "$work/try.js" &>"$work/log"
}

emsdk_install() {
  local limit=(env)
  command -v git >/dev/null || return 1
  if command -v timeout >/dev/null; then limit=(timeout 10); fi
  GIT_TERMINAL_PROMPT=0 "${limit[@]}" git ls-remote --exit-code "$emsdk_repository" "refs/tags/$emsdk_version" &>/dev/null || return 1

  emscripten_say "downloading the official emsdk $emsdk_version"
  if ! git clone --quiet --depth 1 --branch "$emsdk_version" "$emsdk_repository" "$work/emsdk" &>"$work/log" ||
    ! "$work/emsdk/emsdk" install "$emsdk_version" &>"$work/log" ||
    ! "$work/emsdk/emsdk" activate "$emsdk_version" &>"$work/log" ||
    ! emscripten_try "$work/emsdk/upstream/emscripten/emcc" "$work/emsdk/.emscripten"; then
    emscripten_say "the official emsdk cannot be used here: $(tail -n 1 "$work/log")"
    return 1
  fi
  rm -rf "$work/emsdk/downloads"
  mv "$work/emsdk" "$(emsdk_folder)"
}

# debian_apt ARGUMENT...: apt-get that knows only Debian 13 and nothing of the system.
debian_apt() { apt-get -qq -c "$work/apt.conf" "$@" </dev/null &>"$work/log"; }

# debian_reason: what debian_apt had to say, on one line.
debian_reason() { grep -m 1 '^E: ' "$work/log" || tail -n 1 "$work/log"; }

# debian_lists: finds the package lists through the system's own mirror.
debian_lists() {
  local mirror mirrors
  mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial" || return 1
  : >"$work/status"
  : >"$work/log"
  # The hooks that are cleared belong to the system's own package lists.
  cat >"$work/apt.conf" <<END
Dir::State "$work/state";
Dir::State::status "$work/status";
Dir::Cache "$work/cache";
Dir::Etc::sourcelist "$work/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
APT::Architecture "amd64";
APT::Architectures { "amd64"; };
APT::Sandbox::User "";
APT::Update::Error-Mode "any";
Acquire::Languages "none";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
END
  # shellcheck disable=SC2016
  mirrors=$(apt-get indextargets --no-release-info --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | grep -v security | awk '!seen[$0]++') || true
  # Debian's signature on the lists tells which of the system's sources is the right one.
  while read -r mirror; do
    echo "deb [arch=amd64 signed-by=$debian_keyring] $mirror $debian_suite main" >"$work/sources.list"
    if debian_apt update; then return 0; fi
  done <<<"$mirrors"
  return 1
}

# debian_unpack FOLDER
debian_unpack() {
  local deb options
  mkdir "$1" || return 1
  for deb in "$work"/debs/*.deb; do
    options=(--exclude=./usr/share/doc --exclude=./usr/share/man --exclude=./etc)
    case ${deb##*/} in
      # Most of it are variants of the system libraries; what stays is for plain
      # and threaded programs, with and without -flto.
      emscripten_*) options+=(
        --exclude=./usr/share/emscripten/{test,docs,media,system/lib}
        --exclude='*/wasm32-emscripten/'{pic,lto-pic}
        --exclude='*/lib*'{-asan,-ww}'[-.]*' --exclude='*/libwasmfs*'
      ) ;;
      llvm-19_*) options=("${debian_llvm_programs[@]/#/./usr/lib/llvm-19/bin/llvm-}") ;;
    esac
    dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$1" "${options[@]}" || return 1
    rm "$deb"
  done
}

# debian_adapt FOLDER: makes what is in FOLDER run from the final folder.
debian_adapt() {
  local libraries file
  libraries=$(debian_folder)/usr/lib/x86_64-linux-gnu
  for file in "$1"/usr/lib/llvm-19/bin/* "$1"/usr/bin/wasm*; do
    if [ -L "$file" ]; then continue; fi
    patchelf --set-interpreter "$libraries/ld-linux-x86-64.so.2" --force-rpath --set-rpath "$libraries" "$file" || return 1
  done
  # These name another place for their libraries, and would take the system's.
  for file in libLLVM.so.19.1 libclang-cpp.so.19.1; do
    patchelf --force-rpath --set-rpath "$libraries" "$1/usr/lib/x86_64-linux-gnu/$file" || return 1
  done
  # Node finds acorn only in a folder of this name.
  ln -s nodejs "$1/usr/share/node_modules" || return 1
  cat >"$1/usr/share/emscripten/.emscripten" <<'END'
import os
import shutil

usr = os.path.dirname(os.path.dirname(os.path.dirname(os.environ['EM_CONFIG'])))
LLVM_ROOT = usr + '/lib/llvm-19/bin'
BINARYEN_ROOT = usr
NODE_JS = shutil.which('node')
FROZEN_CACHE = True
END
}

debian_install() {
  local usr
  if [ "$(uname -sm)" != 'Linux x86_64' ] || ! command -v apt-get >/dev/null; then
    emscripten_say "emcc $emscripten_oldest or newer is missing: install the emsdk and set EMSDK."
    return 1
  fi
  need_commands patchelf:patchelf dpkg-deb:dpkg xz:xz-utils || return 1
  [ -e "$debian_keyring" ] || need_packages debian-archive-keyring || return 1

  emscripten_say 'downloading packages of Debian 13 (310 MB)'
  if ! debian_lists; then
    emscripten_say "none of the system's package sources has lists of Debian 13 with Debian's signature: $(debian_reason)"
    return 1
  fi
  if ! mkdir "$work/debs" || ! (cd "$work/debs" && debian_apt download "${debian_packages[@]}"); then
    emscripten_say "cannot download the packages of Debian 13: $(debian_reason)"
    return 1
  fi
  emscripten_say 'unpacking them'
  if ! debian_unpack "$work/root" || ! debian_adapt "$work/root" || ! mv "$work/root" "$(debian_folder)"; then
    emscripten_say "cannot unpack the packages of Debian 13 into $(debian_folder)."
    return 1
  fi
  usr=$(debian_folder)/usr
  if ! emscripten_try "$usr/share/emscripten/emcc" "$usr/share/emscripten/.emscripten"; then
    rm -rf "$(debian_folder)"
    emscripten_say "emcc of Debian 13 does not run here: $(tail -n 1 "$work/log")"
    return 1
  fi
}

# emscripten_install: in a subshell, and while no other process does the same.
emscripten_install() (
  cache=$(emscripten_cache)
  if ! { mkdir -p "$cache" && exec 9>"$cache/lock"; } 2>/dev/null; then
    emscripten_say "cannot write to $cache."
    exit 1
  fi
  # Without flock (macOS) two first runs may both install: the folder comes in place whole.
  if command -v flock >/dev/null; then
    flock 9
    # What a run that was killed has left.
    rm -rf "$cache"/unfinished.*
  fi
  if [ -e "$(emsdk_folder)" ] || [ -e "$(debian_folder)" ]; then exit 0; fi
  work=$(mktemp -d "$cache/unfinished.XXXXXX") || exit 1
  trap 'rm -rf "$work"' EXIT
  emsdk_install || debian_install
)

find_emscripten() {
  local emcc
  emcc=$(command -v emcc) || emcc=
  case $emcc in
    '' | "$(emscripten_cache)"/*) ;;
    *) if emscripten_use "$emcc"; then return 0; fi ;;
  esac
  case ${EMSDK:-} in
    '' | "$(emscripten_cache)"/*) ;;
    *) if emscripten_use_with "$EMSDK/.emscripten" "$EMSDK/upstream/emscripten/emcc"; then return 0; fi ;;
  esac

  need_commands python3:python3 && need_node 18 || return 1
  if emscripten_use_installed; then return 0; fi
  emscripten_install || return 1
  if emscripten_use_installed; then return 0; fi
  emscripten_say "what is in $(emscripten_cache) is older than $emscripten_oldest."
  return 1
}
