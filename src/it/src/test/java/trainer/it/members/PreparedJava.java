package trainer.it.members;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A Java home whose {@code java} starts the next worker as it is told to, and everything else as it
 * is: for {@code trainer.java.home}.
 */
final class PreparedJava {
  private static final String SCRIPT =
      """
      #!/bin/bash
      # instructions are taken by the next workers that start, one each
      real=@REAL@/bin/java
      here=@HERE@
      case "$*" in *-Dtrainer.role=worker*)
        for one in "$here"/next/*; do
          if mv "$one" "$here/taken.$$" 2>/dev/null; then . "$here/taken.$$"; break; fi
        done;;
      esac
      arguments=()
      for one in "$@"; do
        if [ -n "$proxy" ] && [ "${one#-Dtrainer.master=}" != "$one" ]; then
          echo "${one#-Dtrainer.master=}" >"$here/master.tmp" && mv "$here/master.tmp" "$here/master"
          one=-Dtrainer.master=localhost:$proxy
        fi
        arguments+=("$one")
      done
      [ -z "$failpoint" ] || arguments=("-Dtrainer.failpoint=$failpoint" "${arguments[@]}")
      # in a session of its own its node cannot stop it, as if the node were cut off
      [ -z "$alone" ] || exec setsid --fork --wait "$real" "${arguments[@]}"
      exec "$real" "${arguments[@]}"
      """;

  private final Path home;

  PreparedJava(Path home) throws IOException {
    this.home = home;
    Files.createDirectories(home.resolve("next"));
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(
        java,
        SCRIPT
            .replace("@REAL@", System.getProperty("java.home"))
            .replace("@HERE@", home.toString()));
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  Path home() {
    return home;
  }

  /** The next worker to start dies at a failpoint. */
  void nextDiesAt(String failpoint) throws IOException {
    next("failpoint=" + failpoint);
  }

  /** The next worker to start cannot be stopped by its node. */
  void nextStandsAlone() throws IOException {
    next("alone=yes");
  }

  /** The same, and it reaches its master through a proxy on this port. */
  void nextStandsAloneBehind(int port) throws IOException {
    next("alone=yes proxy=" + port);
  }

  private void next(String instruction) throws IOException {
    Path written = Files.writeString(home.resolve("written"), instruction + "\n");
    Files.move(written, home.resolve("next").resolve("one-" + System.nanoTime()));
  }

  /** The master's {@code host:port}, once a worker behind a proxy has started. */
  String master() throws IOException {
    return Files.readString(home.resolve("master")).strip();
  }
}
