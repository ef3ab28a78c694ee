package trainer.client.local;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The processes of local runs on this machine, identified by their command lines. */
public final class LocalProcesses {
  private LocalProcesses() {}

  /** The master of a run if it is alive, else a standby, which leads or will. */
  public static Optional<ProcessHandle> master(String application) {
    List<ProcessHandle> all = of(application);
    return Stream.of("master", "standby")
        .flatMap(role -> all.stream().filter(process -> isOf(process, role)))
        .findFirst();
  }

  /** Whether a standby of a run is alive. */
  static boolean hasStandby(String application) {
    return of(application).stream().anyMatch(process -> isOf(process, "standby"));
  }

  private static boolean isOf(ProcessHandle process, String role) {
    return line(process).contains("-Dtrainer.role=" + role + " ");
  }

  /** Every JVM of a run. */
  static List<ProcessHandle> of(String application) {
    String name = "-Dtrainer.job=" + application + ".";
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.filter(process -> isJava(process) && line(process).contains(name)).toList();
    }
  }

  /** Whether a process is a JVM. The shell that waits for one has the same command line. */
  private static boolean isJava(ProcessHandle process) {
    return process.info().command().filter(command -> command.endsWith("/java")).isPresent();
  }

  private static String line(ProcessHandle process) {
    return process.info().commandLine().orElse("");
  }
}
