# Sourced by the scripts beside it: finds JDK 17, Maven 3.8 and Node.js 18 or newer, and on Debian
# installs what is missing when it may. Sets JAVA_HOME.

fail() {
  echo "ERROR $1" >&2
  exit 49
}

java_version_of() { # home
  "$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p'
}

find_jdk() {
  local home
  for home in "${TRAINER_JAVA_HOME:-}" "${JAVA_HOME:-}" \
      "$(readlink -f "$(command -v javac || echo /none)" | sed 's|/bin/javac$||')" \
      /usr/lib/jvm/*; do
    if [ -n "$home" ] && [ -x "$home/bin/javac" ] && [ "$(java_version_of "$home")" -ge 17 ]; then
      export JAVA_HOME="$home"
      return 0
    fi
  done
  return 1
}

find_maven() {
  local version
  version=$(mvn -version 2>/dev/null | sed -n 's/.*Apache Maven \([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
  [ -n "$version" ] || return 1
  set -- $version
  [ "$1" -gt 3 ] || { [ "$1" -eq 3 ] && [ "$2" -ge 8 ]; }
}

install_debian() { # packages
  command -v apt-get >/dev/null || return 1
  local as=""
  if [ "$(id -u)" -ne 0 ]; then
    sudo -n true 2>/dev/null || return 1
    as="sudo -n"
  fi
  echo "installing $*" >&2
  $as apt-get update -qq >&2 && DEBIAN_FRONTEND=noninteractive $as apt-get install -y -qq "$@" >&2
}

find_npm() {
  local version
  version=$(node --version 2>/dev/null | sed -n 's/^v\([0-9]*\)\..*/\1/p')
  [ "${version:-0}" -ge 18 ] && command -v npm >/dev/null
}

need_tools() {
  find_jdk || { install_debian openjdk-17-jdk-headless && find_jdk; } ||
    fail "JAVA_NOT_FOUND: no JDK 17 or newer — TRAINER_JAVA_HOME, JAVA_HOME, PATH, /usr/lib/jvm — install one (Debian: apt-get install openjdk-17-jdk-headless)"
  find_maven || { install_debian maven && find_maven; } ||
    fail "MAVEN_NOT_FOUND: no Maven 3.8 or newer — PATH — install one (Debian: apt-get install maven)"
  find_npm || { install_debian nodejs npm && find_npm; } ||
    fail "NPM_NOT_FOUND: no Node.js 18 or newer with npm — PATH — install it (Debian: apt-get install nodejs npm)"
}

# The test of the page runs where there is a browser.
want_chromium() {
  command -v chromium >/dev/null || install_debian chromium ||
    echo "WARNING no chromium on the PATH (Debian: apt-get install chromium); the test of the page is skipped" >&2
}

# The tests of the metrics run where there are Prometheus and its checker.
want_prometheus() {
  local tool
  for tool in prometheus promtool; do
    command -v "$tool" >/dev/null || install_debian prometheus ||
      echo "WARNING no $tool on the PATH (Debian: apt-get install prometheus); its test is skipped" >&2
  done
}

# The tests of the state store in etcd run where there is one.
want_etcd() {
  local tool
  for tool in etcd etcdctl; do
    command -v "$tool" >/dev/null || install_debian etcd-server etcd-client ||
      echo "WARNING no $tool on the PATH (Debian: apt-get install etcd-server etcd-client); its tests are skipped" >&2
  done
}
