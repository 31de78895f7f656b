# Sourced by the other scripts: makes .venv in the checkout with this package, and sees that there is a browser.
# `setup` installs what running needs; `setup dev` what the tests need, too. Safe to run again: nothing is done twice.

root=$(cd "$(dirname "$0")/.." && pwd)
python=$root/.venv/bin/python

say() { printf '%s\n' "$*" >&2; }

fail() { say "$1"; exit 1; }

find_python() {
    for name in "${PYTHON:-}" python3.13 python3.12 python3.11 python3 python; do
        [ -n "$name" ] || continue
        "$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$name"; return; }
    done
    fail "Python 3.11 or later with venv is needed (on Debian: apt-get install python3-venv); set PYTHON to choose one"
}

# The stamp holds what was installed from, so that a changed lock or package is installed anew.
setup() {
    lock=$root/requirements${1:+-$1}.lock
    stamp=$root/.venv/.installed${1:+-$1}
    wanted=$(cat "$root/pyproject.toml" "$lock" | cksum)
    [ -x "$python" ] || { base=$(find_python) || exit 1; say "making .venv with $base"; "$base" -m venv "$root/.venv" || exit 1; }
    if [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
        say "installing into .venv (once, a minute or two)"
        "$python" -m pip install -qq --disable-pip-version-check -r "$lock" || fail "pip could not install $lock; see above"
        "$python" -m pip install -qq --disable-pip-version-check --no-deps -e "$root" || fail "pip could not install the package"
        echo "$wanted" >"$stamp"
    fi
    find_browser || install_browser || fail "no browser: install Chrome, Edge or Chromium, or set AWM_BROWSER to the path of one"
}

find_browser() {
    "$python" -c 'from awm_mcp.config import Settings; from awm_mcp.replay.browsing.find_browser import find_browser; find_browser(Settings())' 2>/dev/null
}

install_browser() {
    say "no Chrome, Edge or Chromium found; fetching Playwright's (once)"
    "$python" -m playwright install chromium >&2 && find_browser && return
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    say "that did not work; installing Debian's"
    apt-get update -qq >&2 && apt-get install -y -qq --no-install-recommends chromium >&2 && find_browser
}
