package trainer.client.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Something for later starts that is made beside the client's own work, and given up where it would
 * keep the client's user waiting.
 */
abstract class CacheBuild extends Thread {
  private static final long PATIENCE_SECONDS = 20;
  private static final long GIVING_UP_MILLIS = 500;

  /** What is above says which signal ended it: a terminal's, or that memory was short. */
  private static final int MOST_STATUS = 128;

  private final JavaHome java;
  private volatile boolean finished;
  private volatile boolean failed;

  CacheBuild(String name, JavaHome java) {
    super(name);
    this.java = java;
    setDaemon(true);
  }

  /**
   * Makes it.
   *
   * @throws InterruptedException if it is given up
   */
  abstract void make() throws IOException, InterruptedException;

  @Override
  public void run() {
    try {
      make();
      finished = true;
    } catch (InterruptedException e) {
      return; // given up
    } catch (IOException | RuntimeException e) {
      failed = !isInterrupted(); // a full disk, a damaged file
    }
  }

  /** Whether all of it is made. */
  boolean isFinished() {
    return finished;
  }

  /** Whether it cannot be made of what there is, rather than not in time. */
  boolean hasFailed() {
    return failed;
  }

  /**
   * The client is gone: waits for what is nearly finished and leaves no process.
   *
   * @param patient whether a few seconds may be spent on it
   */
  void end(boolean patient) throws InterruptedException {
    join(patient ? TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS) : 1);
    interrupt(); // what is not finished by now is given up
    join(GIVING_UP_MILLIS);
  }

  /**
   * Runs Java behind all other work, in silence.
   *
   * @param folder it leaves files of its own there, as when it crashes
   * @return whether it said that all is well
   * @throws IOException if it did not come to say so, or cannot be run
   */
  boolean runJava(Path folder, String... flags) throws IOException, InterruptedException {
    List<String> command = new ArrayList<String>(Arrays.asList("nice", "-n", "19"));
    command.add(java.executable());
    if (java.version() >= AotCaches.FIRST_JAVA) {
      // From then on it compares this of the process that made a file and the one that uses it.
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(Arrays.asList(flags));
    File nowhere = new File("/dev/null");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(nowhere)
            .redirectOutput(nowhere)
            .redirectError(nowhere)
            .start();
    try {
      int status = process.waitFor();
      if (status > MOST_STATUS) {
        throw new IOException("ended by a signal: " + command);
      }
      return status == 0;
    } catch (InterruptedException e) {
      process.destroyForcibly().waitFor(); // it writes to a folder that is about to be deleted
      throw e;
    }
  }

  /** The length of what is on the disk by now; only to be read, as Java leaves its archives. */
  static long lengthOnDisk(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      channel.force(true);
      return channel.size();
    }
  }
}
