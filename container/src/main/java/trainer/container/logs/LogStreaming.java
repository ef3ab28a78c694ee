package trainer.container.logs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.launch.CommandLine;

/**
 * Copies this process's {@code stdout}, {@code stderr} and {@code log} to the job's folder while
 * they grow, with a delay of at most {@code trainer.logs.flush}. One thread of its own does all the
 * copying.
 */
public final class LogStreaming {
  /** The names of a process's logs, in the container's folder and in the job's. */
  public static final List<String> NAMES = List.of("stdout", "stderr", "log");

  private static final Logger LOG = LoggerFactory.getLogger(LogStreaming.class);

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "logs");
            made.setDaemon(true);
            return made;
          });
  private final LogFolder folder;
  private final List<LogCopy> copies;
  private Future<?> advancing;
  private boolean made;
  private boolean failing;

  private LogStreaming(Path logDir, LogFolder folder) {
    this.folder = folder;
    this.copies = NAMES.stream().map(name -> new LogCopy(logDir, folder, name)).toList();
  }

  /**
   * Starts copying at once.
   *
   * @param logDir the folder in which the process writes
   * @param path the folder of the copies
   * @param flush the longest delay of a copy
   */
  public static LogStreaming start(Path logDir, String path, Configuration hadoop, Duration flush)
      throws IOException {
    LogStreaming streaming = new LogStreaming(logDir, LogFolder.of(path, hadoop));
    long pause = flush.toMillis() / 2;
    streaming.advancing =
        streaming.thread.scheduleWithFixedDelay(
            streaming::advance, 0, Math.max(1, pause), TimeUnit.MILLISECONDS);
    return streaming;
  }

  /**
   * Copies the rest and closes the copies, within {@code patience}. No log line may be written
   * after this call.
   *
   * @return whether the copies are complete; a file in the working directory then records it
   */
  public boolean complete(Duration patience) {
    advancing.cancel(false);
    Future<Boolean> done = thread.submit(this::completeAll);
    try {
      return done.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  /** Prevents the upload by the launching shell. */
  public static void renounce() {
    try {
      Files.writeString(Path.of(CommandLine.LOGS_COMPLETE), "");
    } catch (IOException e) {
      // The shell then tries the upload and fails by itself.
      LOG.debug("no mark in the working directory", e);
    }
  }

  private boolean completeAll() throws IOException {
    makeFolder();
    for (LogCopy copy : copies) {
      copy.complete();
    }
    Files.writeString(Path.of(CommandLine.LOGS_COMPLETE), "");
    return true;
  }

  private void advance() {
    try {
      makeFolder();
      for (LogCopy copy : copies) {
        copy.advance();
      }
      failing = false;
    } catch (IOException | RuntimeException e) {
      if (!failing) {
        LOG.warn("logs cannot be copied to {}; it is tried again", folder, e);
      }
      failing = true;
    }
  }

  private void makeFolder() throws IOException {
    if (!made) {
      folder.make();
      made = true;
    }
  }
}
