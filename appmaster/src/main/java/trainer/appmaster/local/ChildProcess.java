package trainer.appmaster.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import trainer.appmaster.loop.ContainerCommands;
import trainer.core.job.Role;

/**
 * The process of a local container: a shell with the role's process below it. It is stopped as a
 * NodeManager stops one, by SIGTERM and, 250 ms later, SIGKILL.
 */
final class ChildProcess {
  /** The value of YARN's yarn.nodemanager.sleep-delay-before-sigkill.ms. */
  private static final long TERM_MILLIS = 250;

  private static final long UPLOAD_MILLIS = 15_000;

  /** Marks the command line of the helper that uploads the rest of the logs. */
  private static final String UPLOAD = "-Dtrainer.role=" + Role.LOGS.word();

  private final Process shell;
  private volatile boolean stopped;

  private ChildProcess(Process shell) {
    this.shell = shell;
  }

  /**
   * Starts the command in a folder.
   *
   * @param environment variables of the container, in addition to the command's
   */
  static ChildProcess start(
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
    return new ChildProcess(builder.start());
  }

  long pid() {
    return shell.pid();
  }

  /** Calls {@code then} with the exit status once the shell has ended. */
  void onExit(IntConsumer then) {
    var unused = shell.onExit().thenAccept(ended -> then.accept(ended.exitValue()));
  }

  /**
   * Sends SIGTERM to the role's process, then SIGKILL. A process that the shell has still to start
   * is killed as well. The shell and its upload of the logs have 15 s more.
   */
  void stop() {
    role().forEach(ProcessHandle::destroy);
    later(TERM_MILLIS, () -> insist(UPLOAD_MILLIS - TERM_MILLIS));
  }

  private void insist(long millisLeft) {
    if (!shell.isAlive()) {
      return;
    }
    role().forEach(ProcessHandle::destroyForcibly);
    if (millisLeft > 0) {
      later(TERM_MILLIS, () -> insist(millisLeft - TERM_MILLIS));
    } else {
      kill();
    }
  }

  /** Whether {@link #stop} found the role's process alive. If not, the process ended by itself. */
  boolean wasStopped() {
    return stopped;
  }

  /** The role's process and all its descendants. Called to stop them. */
  private List<ProcessHandle> role() {
    List<ProcessHandle> role = shell.children().filter(ChildProcess::isOfRole).toList();
    if (!role.isEmpty()) {
      stopped = true;
    }
    return role.stream().flatMap(one -> Stream.concat(Stream.of(one), one.descendants())).toList();
  }

  /**
   * Whether a child of the shell is the role's process. The upload starts processes too, so only
   * the shell's own children are considered. A process that has ended, or is ending and has freed
   * its memory, has no command line.
   */
  private static boolean isOfRole(ProcessHandle child) {
    return child.isAlive()
        && child.info().commandLine().filter(line -> !line.contains(UPLOAD)).isPresent();
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
