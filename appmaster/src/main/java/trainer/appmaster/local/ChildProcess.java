package trainer.appmaster.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import trainer.appmaster.loop.ContainerCommands;
import trainer.core.job.Role;

/**
 * The process of a local container: a shell with the role's process below it. It is stopped as a
 * NodeManager stops one, by SIGTERM and, 250 ms later, SIGKILL.
 *
 * <p>It outlives the master that started it. Another master finds it by its number and the time of
 * its start, which are in a file of the container's folder. The shell leaves its exit status in
 * another file: the system gives it to the parent alone.
 */
final class ChildProcess {
  /** The value of YARN's yarn.nodemanager.sleep-delay-before-sigkill.ms. */
  private static final long TERM_MILLIS = 250;

  /** The exit status of a process that SIGKILL ended. */
  private static final int KILLED = 137;

  private static final long UPLOAD_MILLIS = 15_000;

  /** Marks the command line of the helper that uploads the rest of the logs. */
  private static final String UPLOAD = "-Dtrainer.role=" + Role.LOGS.word();

  private static final String NUMBER = "shell.pid";
  private static final String STATUS = "shell.status";
  private static final String KEEP_STATUS = "trap 'echo $? >" + STATUS + "' EXIT; ";

  private static final long POLL_MILLIS = 100;

  private final ProcessHandle shell;
  private final Path folder;

  /** Null if an earlier master started it. */
  private final Process child;

  private volatile boolean stopped;

  private ChildProcess(ProcessHandle shell, Path folder, Process child) {
    this.shell = shell;
    this.folder = folder;
    this.child = child;
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
        new ProcessBuilder(
                List.of("/bin/bash", "-c", KEEP_STATUS + String.join(" ", command.line())))
            .directory(folder.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    Map<String, String> all = builder.environment();
    all.putAll(command.environment());
    all.putAll(environment);
    Process child = builder.start();
    ChildProcess started = new ChildProcess(child.toHandle(), folder, child);
    try {
      Path beside = folder.resolve(NUMBER + ".new");
      Files.writeString(beside, child.pid() + " " + startOf(child.toHandle()));
      Files.move(beside, folder.resolve(NUMBER), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      started.kill(); // no other master would find it
      throw e;
    }
    return started;
  }

  /** The process that an earlier master started in this folder; empty if it does not run. */
  static Optional<ChildProcess> find(Path folder) throws IOException {
    Path file = folder.resolve(NUMBER);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    String[] words = Files.readString(file).split(" ", 2);
    return ProcessHandle.of(Long.parseLong(words[0]))
        .filter(shell -> words.length == 2 && words[1].equals(startOf(shell)))
        .map(shell -> new ChildProcess(shell, folder, null))
        .filter(ChildProcess::isRunning);
  }

  private static String startOf(ProcessHandle shell) {
    return shell.info().startInstant().map(Instant::toString).orElse("");
  }

  long pid() {
    return shell.pid();
  }

  /** Calls {@code then} with the exit status once the shell has ended. */
  void onExit(IntConsumer then) {
    if (child == null) {
      awaitEnd(then);
    } else {
      var unused = child.onExit().thenAccept(ended -> then.accept(ended.exitValue()));
    }
  }

  /** Java itself would look for the end of such a process every few seconds only. */
  private void awaitEnd(IntConsumer then) {
    if (isRunning()) {
      later(POLL_MILLIS, () -> awaitEnd(then));
    } else {
      then.accept(status());
    }
  }

  /** Whether it runs; one that has ended and has no parent that takes its status has no command. */
  private boolean isRunning() {
    return shell.isAlive()
        && shell.info().command().isPresent()
        && !Files.exists(folder.resolve(STATUS));
  }

  /** What the shell left; as of a kill if it left nothing. */
  private int status() {
    try {
      return Integer.parseInt(Files.readString(folder.resolve(STATUS)).trim());
    } catch (IOException | NumberFormatException e) {
      return KILLED;
    }
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
    return Stream.concat(shell.descendants(), Stream.of(shell)).toList();
  }
}
