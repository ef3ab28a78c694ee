package trainer.container.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import trainer.core.job.Role;

/**
 * Command line and environment of a process.
 *
 * <p>The shell form runs the process, and when that has ended without completing its logs (killed,
 * out of memory), a small helper that uploads the rest of them; it ends as the process did. A
 * container for which another one waits ends first, and the helper goes on without it.
 */
public final class CommandLine {
  /** In the working directory: the process has completed its logs. */
  public static final String LOGS_COMPLETE = "logs.complete";

  /**
   * In the working directory, which goes with the container: what libraries unpack and folders that
   * servers make would outlive a killed process in the machine's own. NodeManagers make it, too.
   */
  public static final String TEMPORARY = "tmp";

  private static final String SILENTLY = " 1>/dev/null 2>&1 </dev/null";
  private static final String LOG4J = "trainer/container/log4j.properties";
  private static final String SILENT_LOG4J = "trainer/container/silent-log4j.properties";
  static final String SAFE = "[A-Za-z0-9_./:=,@%+*{}<>$-]*";
  private static final JvmSize LOGS_SIZE = new JvmSize(256, 1).quickly();

  /**
   * What our libraries do that newer Javas warn of, and later ones will refuse unless it is
   * allowed: compression loads native code, Hadoop's and gRPC's buffers use {@code
   * sun.misc.Unsafe}. Which Java a node has is not known here, and 17 does not know the last flag.
   */
  private static final List<String> NEWER_JAVA =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "-XX:+IgnoreUnrecognizedVMOptions",
          "--sun-misc-unsafe-memory-access=allow");

  /** Its Netty has events for Flight Recorder, which takes a tenth of a second to begin. */
  private static final String QUICK_GRPC = "-Dio.grpc.netty.shaded.io.netty.jfr.enabled=false";

  /** Newer Javas make code for whatever is called by reflection; nothing here is called often. */
  private static final String PLAIN_REFLECTION = "-Djdk.reflect.useNativeAccessorOnly=true";

  private final Launch launch;

  public CommandLine(Launch launch) {
    this.launch = launch;
  }

  /** What a process on this machine has in its environment beside what it inherits. */
  public Map<String, String> environment() {
    return Map.of("MALLOC_ARENA_MAX", "2");
  }

  /** The process alone, on whatever machine. */
  List<String> arguments(String logDir) {
    return arguments(logDir, ClassSharing.NONE);
  }

  private List<String> arguments(String logDir, ClassSharing sharing) {
    List<String> line = new ArrayList<>();
    line.add(launch.java());
    line.addAll(names());
    line.addAll(launch.size().flags());
    line.addAll(sharing.flags());
    line.addAll(NEWER_JAVA);
    line.add(QUICK_GRPC);
    line.add(PLAIN_REFLECTION);
    line.add("-Djava.net.preferIPv4Stack=true");
    line.add("-Dfile.encoding=UTF-8");
    line.add("-Djava.io.tmpdir=$PWD/" + TEMPORARY);
    boolean uploads = launch.role() == Role.LOGS;
    // The uploader must not write to what it uploads, and lives too short to be worth compiling.
    line.add("-Dlog4j.configuration=" + (uploads ? SILENT_LOG4J : LOG4J));
    line.add("-Dtrainer.log.dir=" + logDir);
    if (uploads) {
      line.add("-XX:TieredStopAtLevel=1");
    } else {
      line.add("-XX:ErrorFile=" + logDir + "/hs_err.log");
      String failpoint = System.getProperty("trainer.failpoint");
      if (failpoint != null) {
        line.add("-Dtrainer.failpoint=" + failpoint);
      }
    }
    for (String property : launch.properties()) {
      line.add("-D" + property);
    }
    line.add("-cp");
    line.add(sharing.classPath());
    line.add(launch.mainClass());
    return line;
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    names.add("-Dtrainer.job=" + launch.job());
    names.add("-Dtrainer.role=" + launch.role().word());
    names.add("-Dtrainer.index=" + launch.index());
    if (launch.master() != null) {
      names.add("-Dtrainer.master=" + launch.master());
    }
    return names;
  }

  /**
   * For {@code bash -c} on this machine.
   *
   * @param logDir where it writes its logs
   */
  public String shell(String logDir) {
    ClassSharing sharing = ClassSharing.of(launch.role(), launch.index());
    return shell(
        quoted(arguments(logDir, sharing)),
        sharing.afterwards(),
        quoted(new CommandLine(uploader()).arguments(logDir, ClassSharing.of(Role.LOGS, 0)))
            + SILENTLY
            + ";",
        logDir,
        "$");
  }

  /** For a container: YARN puts it between double quotes, where the first shell would expand $. */
  public String yarn() {
    // In the environment NodeManagers would append their own MALLOC_ARENA_MAX to it: "2:2".
    String logDir = "<LOG_DIR>";
    return "export MALLOC_ARENA_MAX=2; "
        + shell(
            quoted(arguments(logDir)),
            "",
            quoted(new CommandLine(uploader()).arguments(logDir)) + SILENTLY + ";",
            logDir,
            "\\$");
  }

  /**
   * The same for a process that YARN starts another one in place of, once its container has ended.
   *
   * <p>The helper outlives the container, by some seconds. What the container was given is deleted
   * with it, so the helper gets a copy beside it, which is deleted with the application at the
   * latest; and a session of its own, since the node ends whatever is left in the container's.
   */
  public String followedOnYarn() {
    String logDir = "<LOG_DIR>";
    String uploader =
        quoted(new CommandLine(uploader()).arguments(logDir)).replace("$PWD", "\\$KEPT");
    String apart =
        "export KEPT=\\${LOCAL_DIRS%%,*}/logs-\\$CONTAINER_ID; mkdir -m 700 \\$KEPT \\$KEPT/"
            + TEMPORARY
            + "; cp -P * \\$KEPT"
            + " 2>/dev/null; cd \\$KEPT; export HADOOP_TOKEN_FILE_LOCATION=\\$KEPT/container_tokens;"
            + " setsid /bin/bash -c 'sleep 2; nice "
            + uploader
            + "; cd /; rm -rf \\$KEPT'"
            + SILENTLY
            + " &";
    return "export MALLOC_ARENA_MAX=2; "
        + shell(quoted(arguments(logDir)), "", apart, logDir, "\\$");
  }

  private static String shell(
      String process, String ifWell, String uploader, String logDir, String dollar) {
    return process
        + " 1>"
        + logDir
        + "/stdout 2>"
        + logDir
        + "/stderr </dev/null; status="
        + dollar
        + "?; "
        + (ifWell.isEmpty() ? "" : "if [ " + dollar + "status = 0 ]; then " + ifWell + " fi; ")
        + "if [ ! -e "
        + LOGS_COMPLETE
        + " ]; then "
        + uploader
        + " fi; exit "
        + dollar
        + "status";
  }

  /** Named as the process whose logs it uploads, but for its role. */
  private Launch uploader() {
    List<String> properties = new ArrayList<>(launch.properties());
    properties.add("trainer.logs.of=" + launch.role().word());
    return new Launch(
        launch.java(), Role.LOGS, launch.job(), launch.index(), LOGS_SIZE, null, properties);
  }

  private static String quoted(List<String> arguments) {
    StringBuilder line = new StringBuilder();
    for (String argument : arguments) {
      if (!argument.matches(SAFE)) {
        throw new IllegalArgumentException(
            "'" + argument + "' cannot stand on the command line of a container");
      }
      line.append(line.isEmpty() ? "" : " ").append(argument);
    }
    return line.toString();
  }
}
