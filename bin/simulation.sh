# Sourced by the scripts beside it, after tools.sh: builds the simulation of whole clusters and runs
# it in a JVM of its own.

# build_simulation <scratch folder>; sets $classpath
build_simulation() {
  echo 'log4j.rootLogger=OFF' >"$1/log4j.properties"
  # shellcheck disable=SC2086
  if ! mvn -B -q -ntp ${MAVEN_ARGS:-} -pl src/it -am test-compile dependency:build-classpath \
    -Dmdep.outputFile="$1/classpath" -Dmdep.includeScope=test >"$1/log" 2>&1; then
    tail -40 "$1/log"
    return 1
  fi
  classpath=$root/src/it/target/test-classes:$(cat "$1/classpath")
}

# simulate <scratch folder> <folder of the classes to go first> <first seed> <seeds> [most]
# prints broken seeds, or the table if there are none, and its progress to the standard error; ends
# early when so many seeds are broken
simulate() {
  java -Xmx1g -XX:+UseSerialGC -Dlog4j.configuration="file:$1/log4j.properties" \
    -cp "$2:$classpath" trainer.it.simulation.Campaign "${@:3}"
}
