package trainer.appmaster.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import trainer.appmaster.run.ContainerCommands;
import trainer.core.job.Role;

/**
 * What runs in a local container: a shell with the role's process below it, stopped as a
 * NodeManager stops one, by SIGTERM and, a moment later, SIGKILL.
 */
final class ContainerProcess {
  /** YARN's yarn.nodemanager.sleep-delay-before-sigkill.ms. */
  private static final long TERM_MILLIS = 250;

  private static final long UPLOAD_MILLIS = 15_000;

  /** On the command line of the helper that uploads the rest of the logs. */
  private static final String UPLOAD = "-Dtrainer.role=" + Role.LOGS.word();

  private final Process shell;

  private ContainerProcess(Process shell) {
    this.shell = shell;
  }

  /**
   * Starts the command in a folder.
   *
   * @param environment what a container's environment holds besides the command's
   */
  static ContainerProcess start(
      ContainerCommands.Command command, Path folder, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(List.of("/bin/bash", "-c", String.join(" ", command.line())))
            .directory(folder.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    Map<String, String> all = builder.environment();
    all.putAll(command.environment());
    all.putAll(environment);
    return new ContainerProcess(builder.start());
  }

  long pid() {
    return shell.pid();
  }

  /** Calls {@code then} with the exit status once the shell has ended. */
  void onExit(IntConsumer then) {
    var unused = shell.onExit().thenAccept(ended -> then.accept(ended.exitValue()));
  }

  /**
   * Asks the role's process to end, and makes it a moment later. The shell and its upload of the
   * logs live on for a while.
   *
   * @return whether there was such a process; if not, it had ended by itself
   */
  boolean stop() {
    List<ProcessHandle> role = shell.descendants().filter(ContainerProcess::isOfRole).toList();
    role.forEach(ProcessHandle::destroy);
    later(TERM_MILLIS, () -> role.forEach(ProcessHandle::destroyForcibly));
    later(UPLOAD_MILLIS, this::kill);
    return !role.isEmpty();
  }

  /**
   * A process that has ended, or is about to and has given its memory back, has no command line.
   */
  private static boolean isOfRole(ProcessHandle process) {
    return process.isAlive()
        && process.info().commandLine().filter(line -> !line.contains(UPLOAD)).isPresent();
  }

  private static void later(long millis, Runnable task) {
    var unused =
        CompletableFuture.runAsync(
            task, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
  }

  /** Ends everything at once. */
  void kill() {
    tree().forEach(ProcessHandle::destroyForcibly);
  }

  private List<ProcessHandle> tree() {
    return Stream.concat(shell.descendants(), Stream.of(shell.toHandle())).toList();
  }
}
