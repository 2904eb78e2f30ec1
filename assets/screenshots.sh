#!/usr/bin/env bash
# Makes the pictures of the README from runs of the built program in a real terminal window:
#
#     cargo build --release && assets/screenshots.sh [PROGRAM]
#
# Needs Xvfb, kitty, xdotool and ImageMagick (Debian: xvfb kitty xdotool imagemagick fonts-dejavu).
# PROGRAM is target/release/epdit where none is given. A text that does not come to the screen stops
# the script and shows the screen that came instead.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
program=${1:-$here/../target/release/epdit}
for tool in Xvfb kitty xdotool import convert; do
    command -v "$tool" >/dev/null || {
        echo "$0: $tool is not installed (Debian: xvfb kitty xdotool imagemagick)" >&2
        exit 2
    }
done
[ -x "$program" ] || {
    echo "$0: $program does not exist; run: cargo build --release" >&2
    exit 2
}
program=$(realpath "$program")

work=$(mktemp -d)
children=()
cleanup() {
    for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done
    rm -rf "$work"
}
trap cleanup EXIT

# A private display, home and suite: nothing of the person who runs this is in the pictures.
Xvfb -displayfd 3 -screen 0 2400x1600x24 -nolisten tcp 3>"$work/display" 2>/dev/null &
children+=($!)
until [ -s "$work/display" ]; do sleep 0.1; done
DISPLAY=:$(cat "$work/display")
export DISPLAY LIBGL_ALWAYS_SOFTWARE=1 COLORTERM=truecolor HOME=$work
export XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state
unset NO_COLOR COLORFGBG TMUX WAYLAND_DISPLAY
mkdir "$work/suites" "$work/frames" && cd "$work/suites"
cp "$here/sample.epd" sample.epd

# start COLUMNSxROWS BACKGROUND FOREGROUND [ARGUMENT ...]: the program in a window of its own.
start() {
    local size=$1 background=$2 foreground=$3
    shift 3
    socket=unix:$work/kitty-$RANDOM
    kitty --config NONE -o "font_family=DejaVu Sans Mono" -o font_size=13 \
        -o remember_window_size=no -o "initial_window_width=${size%x*}c" \
        -o "initial_window_height=${size#*x}c" -o window_padding_width=0 \
        -o placement_strategy=top-left -o cursor_blink_interval=0 -o update_check_interval=0 \
        -o confirm_os_window_close=0 -o enable_audio_bell=no -o allow_remote_control=yes \
        -o "background=$background" -o "foreground=$foreground" \
        --listen-on "$socket" "$program" "$@" >/dev/null 2>&1 &
    terminal=$!
    children+=("$terminal")
    window=$(xdotool search --sync --onlyvisible --class kitty | tail -1)
    xdotool windowfocus "$window" || true
    sleep 1
}

# The text on the screen.
screen() { kitty @ --to "$socket" get-text --extent screen 2>/dev/null || true; }

# Waits for a text on the screen.
expect() {
    local turn
    for turn in $(seq 150); do
        screen | grep -qF -- "$1" && return
        sleep 0.1
    done
    echo "$0: \"$1\" did not come to the screen:" >&2
    screen >&2
    exit 1
}

key() { xdotool key --clearmodifiers --delay 60 "$@"; }
text() { xdotool type --clearmodifiers --delay 30 -- "$1"; }

picture() {
    sleep 0.6
    import -window "$window" "$work/picture.png"
    convert "$work/picture.png" -strip +dither -colors 255 "PNG8:$here/$1"
}

# frame HUNDREDTHS: the window as it is, shown for so long.
frames=0
frame() {
    sleep 0.35
    frames=$((frames + 1))
    import -window "$window" "$work/frames/$(printf '%03d' "$frames")-$1.png"
}

# Ends the program without saving.
stop() {
    kill "$terminal" 2>/dev/null || true
    wait "$terminal" 2>/dev/null || true
    rm -rf "$work/state"
}

# A record with its problems.
start 120x36 '#16181d' '#d8dee9' sample.epd:33
expect "sample.20"
picture screenshot.png
stop

start 120x36 '#fafafa' '#202020' --theme light sample.epd:12
expect "sample.03"
picture light.png
stop

start 80x24 '#16181d' '#d8dee9' sample.epd:12
expect "sample.03"
picture narrow.png
stop

# Step through a variation on the board, filter by a query, see small boards, fix a dialect.
start 120x36 '#16181d' '#d8dee9' sample.epd:12
expect "sample.03"
frame 150
key Return
frame 50
key l
frame 80
for _ in 1 2 3 4; do
    key greater
    frame 80
done
frame 60
key Escape
key shift+Tab
text "Ff"
text "dm <= 2"
frame 120
key Return
frame 120
text "b"
frame 180
text "b"
text "F"
text ":27"
frame 60
key Return
frame 120
text ":fix-all"
frame 80
key Return
expect "Rh1#; dm"
frame 250
stop

convert -delay 100 -loop 0 $(for picture in "$work"/frames/*.png; do
    name=${picture%.png}
    echo "-delay ${name##*-} $picture"
done) -strip +dither -colors 128 -layers OptimizePlus "$here/demo.gif"
ls -l "$here"/*.png "$here"/*.gif
