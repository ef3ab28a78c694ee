# Sourced: what the commands here that run local jobs have in common. Needs $scratch, and what a job
# prints in $scratch/out and $scratch/err.

# watch CLIENT: each $every seconds (0.1), the processor seconds of the job's processes, as last seen, into $scratch/cpu.<role><index>
watch() {
  local id='' pid role fields
  while kill -0 "$1" 2>/dev/null; do
    id=${id:-$(sed -n 's/^job: *//p' "$scratch/err" 2>/dev/null || true)}
    [ -z "$id" ] || for pid in $(pgrep -f -- "^[^ ]*java.* -Dtrainer.job=$id "); do
      role=$({ tr "\0" "\n" <"/proc/$pid/cmdline"; } 2>/dev/null | sed -n 's/^-Dtrainer.\(role\|index\)=//p' | tr -d '\n') || continue
      fields=$({ sed "s/.*) //" "/proc/$pid/stat"; } 2>/dev/null) || continue
      awk -v t="$(getconf CLK_TCK)" '{ printf "%.2f\n", ($12 + $13) / t }' <<<"$fields" >"$scratch/cpu.$role"
    done
    sleep "${every:-0.1}"
  done
}

# epochs_of REPORT, without its blanks: of each epoch its seconds, bytes to pservers, bytes from pservers
epochs_of() {
  sed 's/.*"perEpoch":\[\([^]]*\)\].*/\1/; s/},/\n/g' <<<"$1" |
    sed 's/.*"seconds":\([0-9.]*\),"bytesToPservers":\([0-9]*\),"bytesFromPservers":\([0-9]*\).*/\1 \2 \3/'
}

per() { # amount, of
  awk "BEGIN { printf \"%.0f\", $1 / $2 }"
}
