# Sourced: Spark MLlib as a peer. Needs $here, $scratch and $features; gives compiled, opened, $opens and the
# command $spark. MAVEN_ARGS goes to mvn, JAVA_OPTIONS to Spark's JVM.

opened() { # packages of java.base that libraries older than Java 17 look into
  printf -- '--add-opens=java.base/%s=ALL-UNNAMED ' "$@"
}
opens=$(opened java.lang java.lang.invoke java.lang.reflect java.io java.math java.net java.nio java.text \
  java.util java.util.concurrent java.util.concurrent.atomic sun.nio.ch sun.nio.cs sun.security.action \
  sun.util.calendar jdk.internal.misc jdk.internal.ref)

# compiled FOLDER: classes and class path of a peer's project
compiled() {
  # shellcheck disable=SC2086 # arguments are words
  mvn -B -q -ntp ${MAVEN_ARGS:-} -f "$here/benchmarks/peers/$1/pom.xml" compiler:compile \
    dependency:build-classpath -Dmdep.outputFile="$scratch/$1.classpath"
  classpath=$here/benchmarks/peers/$1/target/classes:$(cat "$scratch/$1.classpath")
}

# spark_of lr|fm: sets the command
spark_of() {
  compiled spark
  # shellcheck disable=SC2206 # options are words
  spark=(java $opens ${JAVA_OPTIONS:--Xmx8g} -cp "$classpath" SparkPeer "$1" 'local[2]' "$features")
}
