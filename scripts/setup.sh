# shellcheck shell=bash
# Sourced by the other scripts, which define usage(): installs what is missing, configures and builds build/release or
# another build folder.
# Sets: root, buildDir, noInstall, args.

# shellcheck disable=SC2034  # args is read by the scripts that source this
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
buildDir=$root/build/release
noInstall=
args=()
missing=() # packages that are not installed

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

die() {
    say "$@"
    if ((${#missing[@]})); then say "these packages are not installed: ${missing[*]}"; fi
    exit 1
}

# The options of ours come first; everything from the first other argument on is passed further.
parseArguments() {
    while (($#)); do
        case $1 in
            --help | -h) usage; exit 0 ;;
            --no-install) noInstall=1 ;;
            --) shift; break ;;
            *) break ;;
        esac
        shift
    done
    args=("$@")
}

# listPackages KIND...: the names in packages.txt of these kinds.
listPackages() {
    local name kind rest wanted
    while read -r name kind rest; do
        for wanted in "$@"; do
            if [[ ,$kind, == *",$wanted,"* ]]; then echo "$name" && break; fi
        done
    done < <(grep -v '^[[:space:]]*\(#\|$\)' "$root/scripts/packages.txt")
}

# runLogged LOG COMMAND...: quiet, unless it fails; then the end of the log, where the reason stands.
runLogged() {
    local log=$1
    shift
    if ! "$@" >"$log" 2>&1 </dev/null; then
        tail -n 30 "$log" >&2
        die "this failed: $*; the whole log is in $log"
    fi
}

# installPackages KIND...: makes sure that the packages are there, as far as this system has them.
installPackages() {
    local wanted name status asRoot=()
    mapfile -t wanted < <(listPackages "$@")
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        # Nothing to install with: asking for each tool is all that can be done, and the libraries are fetched.
        for name in cmake ninja; do
            command -v "$name" >/dev/null || die "not a Debian system: please install $name, a C++20 compiler and what" \
                "scripts/packages.txt lists under your system's names"
        done
        if [[ ! -f $buildDir/build.ninja ]]; then
            say "not a Debian system: libraries of scripts/packages.txt that are not installed will be fetched"
        fi
        return
    fi

    declare -A installed=()
    while read -r status name; do
        if [[ $status == installed ]]; then installed[$name]=1; fi
    done < <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null || true)
    missing=()
    for name in "${wanted[@]}"; do
        if [[ ! -v installed[$name] ]]; then missing+=("$name"); fi
    done
    if ((${#missing[@]} == 0)); then return; fi

    if [[ $noInstall ]]; then
        say "not installed: ${missing[*]}"
        return
    fi
    if ((EUID != 0)); then
        if ! command -v sudo >/dev/null; then
            say "not installed, and neither root nor sudo to do it: ${missing[*]}"
            return
        fi
        asRoot=(sudo)
    fi
    say "installing: ${missing[*]}"
    mkdir -p "$root/build"
    # A package source that is down need not be the one that is needed, so the installation decides.
    "${asRoot[@]}" apt-get update >"$root/build/install.log" 2>&1 </dev/null || say "apt-get update failed; going on"
    runLogged "$root/build/install.log" "${asRoot[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install --yes --no-install-recommends "${missing[@]}"
    missing=()
}

# fetchSources NAME...: Debian's source packages into build/sources/NAME, for libraries that are compiled for another
# system; no package source of this system need name them. Where there are none, CMake fetches them.
sources=$root/build/sources
fetchSources() {
    local name wanted=()
    for name in "$@"; do
        if [[ ! -d $sources/$name ]]; then wanted+=("$name"); fi
    done
    if [[ ! ${wanted[*]} || $noInstall ]] || ! command -v dpkg-source >/dev/null; then return; fi
    say "getting the sources of ${wanted[*]}"
    mkdir -p "$sources"
    getSources "${wanted[@]}" >"$sources/log" 2>&1 || say "that failed, see build/sources/log; CMake fetches them"
}

getSources() {
    local list name from=(-o "Dir::Etc::sourcelist=/dev/null" -o "Dir::Etc::sourceparts=$sources/lists"
        -o "Dir::State::lists=$sources/state" -o "APT::Sandbox::User=")
    mkdir -p "$sources/lists" "$sources/state/partial"
    for list in /etc/apt/sources.list.d/*.sources; do
        if [[ -f $list ]]; then sed 's/^Types:.*/Types: deb-src/' "$list" >"$sources/lists/${list##*/}"; fi
    done
    if [[ -f /etc/apt/sources.list ]]; then
        sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >"$sources/lists/main.list"
    fi
    apt-get "${from[@]}" update || true # one that is down need not be the one that is needed
    for name in "$@"; do
        (cd "$sources" && apt-get "${from[@]}" source --download-only "$name" &&
            dpkg-source --extract --no-check "$name"_*.dsc "$name.part" && mv "$name.part" "$name") || return 1
    done
}

# useSources LIBRARY=NAME...: the options that have CMake take these sources, in `sourceOptions`.
useSources() {
    local pair
    sourceOptions=()
    for pair in "$@"; do
        if [[ -d $sources/${pair#*=} ]]; then
            sourceOptions+=("-DFETCHCONTENT_SOURCE_DIR_${pair%%=*}=$sources/${pair#*=}")
        fi
    done
}

# cached NAME: the value in the build folder's cache.
cached() { sed -n "s/^$1:[A-Z]*=//p" "$buildDir/CMakeCache.txt" 2>/dev/null || true; }

# configure NAME=VALUE...: configures the build folder unless it is, with these values. (Changed CMake files and added
# sources are noticed by the build itself.)
configure() {
    local setting options=() needed=
    if [[ -f $buildDir/CMakeCache.txt && $(cached CMAKE_HOME_DIRECTORY) != "$root" ]]; then
        # The checkout was moved or copied: CMake refuses a cache of another place.
        rm -rf -- "$buildDir/CMakeCache.txt" "$buildDir/CMakeFiles" "$buildDir/build.ninja"
    fi
    if [[ ! -f $buildDir/build.ninja ]]; then needed=1; fi
    for setting in "$@"; do
        options+=("-D$setting")
        if [[ $(cached "${setting%%=*}") != "${setting#*=}" ]]; then needed=1; fi
    done
    if [[ ! $needed ]]; then return; fi
    command -v cmake >/dev/null || die "CMake is missing: install cmake, or run without --no-install"
    command -v ninja >/dev/null || die "Ninja is missing: install ninja-build, or run without --no-install"
    mkdir -p "$buildDir"
    say "configuring"
    (cd "$root" && runLogged "$buildDir/configure.log" cmake --preset release "${options[@]}")
}

# build TARGET: one line of progress on a terminal; the whole log if it fails.
build() {
    local log=$buildDir/build.log
    if [[ ! -e $buildDir/.ninja_log ]]; then
        # Processor time: of all targets some 18 minutes, of the program eight.
        local minutes=8
        if [[ $1 == all ]]; then minutes=18; fi
        say "the first build takes about $(((minutes + $(nproc) - 1) / $(nproc))) minutes with $(nproc) processors"
    fi
    if ! cmake --build "$buildDir" --target "$1" </dev/null 2>&1 | tee "$log" | showProgress; then
        grep -v '^\[[0-9]*/[0-9]*\] ' "$log" | tail -n 100 >&2 || true
        die "the build failed; the whole log is in $log"
    fi
}

showProgress() {
    local line shown=
    while IFS= read -r line; do
        # Ninja's first step only looks for new files; it is no news.
        if [[ $line =~ ^\[([0-9]+/[0-9]+)\]\ (Building|Linking|Generating|Embedding) ]]; then
            if [[ -t 2 ]]; then
                printf '\r%s: building %s ' "${0##*/}" "${BASH_REMATCH[1]}" >&2
            elif [[ ! $shown ]]; then
                say "building"
            fi
            shown=1
        fi
    done
    if [[ $shown && -t 2 ]]; then printf '\n' >&2; fi
}
