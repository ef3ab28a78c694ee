# Sourced by bin/verify: prints the time of modules and test classes.
# shellcheck shell=bash

# print_times <log of Maven> <file that is as old as the start of the run>
# Reports older than that file belong to an earlier run and are left out.
print_times() {
  local reports='' path='*/target/surefire-reports/TEST-*.xml'
  reports=$(find . \( -path "$path" -o -path "${path/surefire/failsafe}" \) -newer "$2" \
    -exec grep -Hom1 '<testsuite [^>]*' {} + |
    sed -n 's|^\./\(.*\)/target/[^:]*:.* name="\([^"]*\)" time="\([0-9.,]*\)".*|\3 \1 \2|p' | tr -d ,) || true
  echo
  { echo "$reports" && sed -n 's/^\[INFO\] \(trainer-[a-z-]*\) \.* [A-Z]* \[ *\([0-9.:]*\) \([a-z]*\)\].*/built \1 \2 \3/p' "$1"; } |
    awk '
      function seconds(clock, unit, parts) {
        if (split(clock, parts, ":") == 1) return clock
        return (60 * parts[1] + parts[2]) * (unit == "h" ? 60 : 1)
      }
      NF == 3 { name = $2; sub(/.*\//, "", name); spent["trainer-" name] += $1; classes["trainer-" name]++ }
      NF == 4 {
        if (!modules++) printf "%-26s %10s %14s %8s\n", "module", "seconds", "in its tests", "classes"
        printf "%-26s %10.1f %14.1f %8d\n", $2, seconds($3, $4), spent[$2], classes[$2]
      }'
  echo
  echo "slowest test classes, in seconds"
  # Not head: sort would fail on the closed pipe.
  echo "$reports" | sort -rn | awk 'NF == 3 && NR <= 10 { printf "%10.1f  %s\n", $1, $3 }'
}
