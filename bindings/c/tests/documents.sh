#!/usr/bin/env bash
# Compiles and runs every block of C in the documents of the repository. A block is a whole program. The lines that it
# prints are those of its comments `/* prints TEXT */`.
#
#   tests/documents.sh FOLDER COMMAND...    FOLDER: for the programs. COMMAND: the compiler with its options, without
#                                           the source; the libraries follow after `--`
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1
shift
compiler=() libraries=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    compiler+=("$1")
    shift
done
[ $# -eq 0 ] || libraries=("${@:2}")

rm -rf "$folder"
mkdir -p "$folder"
(cd ../.. && find . -name '.?*' -prune -o -name target -prune -o -name node_modules -prune -o -name '*.md' -print0) |
    LC_ALL=C sort -z >"$folder/pages"
count=0
while IFS= read -r -d '' page; do
    awk -v start="$folder/block" -v count="$count" '
        /^ *```/ {
            if (out) { close(out); out = "" }
            else if (/^ *```c$/ && !inside) { count += 1; out = start count ".c" }
            inside = !inside
            next
        }
        out { print >out }' "../../$page"
    found=$(find "$folder" -name 'block*.c' | wc -l)
    for ((block = count + 1; block <= found; block++)); do
        program=$folder/block$block
        echo "$page, block $((block - count)) of C"
        "${compiler[@]}" "$program.c" "${libraries[@]}" -o "$program"
        "$program" >"$program.printed"
        sed -n 's|.*/\* prints \(.*\) \*/.*|\1|p' "$program.c" >"$program.expected"
        diff "$program.expected" "$program.printed"
    done
    count=$found
done <"$folder/pages"
[ "$count" -gt 0 ] || { echo "no block of C was found"; exit 1; }
