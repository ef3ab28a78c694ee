package trainer.container.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import trainer.core.job.Role;

/**
 * The command line and environment of a process.
 *
 * <p>The shell form runs the process. If the process ends without completing its logs (killed, out
 * of memory), the shell runs a small helper that uploads the rest of them. The shell's exit status
 * is that of the process. If another container waits for this one to end, the container ends first
 * and the helper continues without it.
 */
public final class CommandLine {
  /** A file in the working directory: the process has completed its logs. */
  public static final String LOGS_COMPLETE = "logs.complete";

  /**
   * The temporary folder, in the working directory, so that it is deleted with the container.
   * Unpacked libraries and folders of servers in the machine's own would outlive a killed process.
   * NodeManagers create it, too.
   */
  public static final String TEMPORARY = "tmp";

  private static final String SILENTLY = " 1>/dev/null 2>&1 </dev/null";
  private static final String LOG4J = "trainer/container/log4j.properties";
  private static final String SILENT_LOG4J = "trainer/container/silent-log4j.properties";
  static final String SAFE = "[A-Za-z0-9_./:=,@%+*{}<>$-]*";
  private static final JvmSize LOGS_SIZE = new JvmSize(256, 1).quickly();

  /**
   * Permissions for actions of our libraries that newer Javas warn of and later ones refuse.
   * Compression loads native code; the buffers of Hadoop and gRPC use {@code sun.misc.Unsafe}. The
   * node's Java version is unknown here, and Java 17 does not have the last flag.
   */
  private static final List<String> NEWER_JAVA =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "-XX:+IgnoreUnrecognizedVMOptions",
          "--sun-misc-unsafe-memory-access=allow");

  /** Disables Netty's events for Flight Recorder, whose start takes a tenth of a second. */
  private static final String QUICK_GRPC = "-Dio.grpc.netty.shaded.io.netty.jfr.enabled=false";

  /**
   * Newer Javas generate code for each reflective call; no such call here is frequent enough for
   * it.
   */
  private static final String PLAIN_REFLECTION = "-Djdk.reflect.useNativeAccessorOnly=true";

  private final Launch launch;

  public CommandLine(Launch launch) {
    this.launch = launch;
  }

  /** The environment of a process on this machine, in addition to the inherited one. */
  public Map<String, String> environment() {
    return Map.of("MALLOC_ARENA_MAX", "2");
  }

  /** The arguments of the process alone, on any machine. */
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
    // The uploader must not write to the logs it uploads, and is too short-lived to be worth
    // compiling.
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
   * The command for {@code bash -c} on this machine.
   *
   * @param logDir the folder of the process's logs
   */
  public String shell(String logDir) {
    return shell(logDir, "");
  }

  /**
   * The same for a master with a standby. The helper starts only when the standby leads, so that it
   * takes no processor time from it.
   */
  public String followedShell(String logDir) {
    return shell(logDir, "sleep 3; nice ");
  }

  private String shell(String logDir, String beforeUpload) {
    ClassSharing sharing = ClassSharing.of(launch.role(), launch.index());
    return shell(
        quoted(arguments(logDir, sharing)),
        sharing.afterwards(),
        beforeUpload
            + quoted(new CommandLine(uploader()).arguments(logDir, ClassSharing.of(Role.LOGS, 0)))
            + SILENTLY
            + ";",
        logDir,
        "$");
  }

  /**
   * The command for a container. YARN puts it between double quotes, where the first shell would
   * expand {@code $}.
   */
  public String yarn() {
    // NodeManagers would append their own MALLOC_ARENA_MAX to the environment's: "2:2".
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
   * The command for a process that YARN replaces by another one once its container has ended.
   *
   * <p>The helper outlives the container by some seconds. YARN deletes the container's files with
   * it. The helper therefore gets a copy beside them, which is deleted with the application at the
   * latest. It runs in a session of its own, since the node ends every process in the container's.
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

  /** The launch of the uploader: as that of the process, with another role and size. */
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
