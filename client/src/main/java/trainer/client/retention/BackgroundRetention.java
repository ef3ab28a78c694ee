package trainer.client.retention;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The deletion of old job folders beside a submission, on a daemon thread. Failures are logged and
 * do not affect the submission. No deletion begins after the time limit.
 */
public final class BackgroundRetention implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BackgroundRetention.class);

  /** The time limit. The next submission, or {@code jobs clean}, deletes the rest. */
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final long deadlineNanos = System.nanoTime() + LIMIT.toNanos();
  private final Thread thread;

  /**
   * Starts the deletion.
   *
   * @param given makes the folders, on the thread
   * @param keep how long folders are kept after the end of their jobs
   */
  public BackgroundRetention(Supplier<JobFolders> given, Duration keep) {
    this.thread = new Thread(() -> run(given, keep), "job-folders");
    thread.setDaemon(true);
    thread.start();
  }

  private void run(Supplier<JobFolders> given, Duration keep) {
    try {
      JobFolders folders = given.get();
      long now = System.currentTimeMillis();
      folders.finishDeletions();
      List<FolderSelection.Choice> choices =
          new FolderSelection(keep, 0, null, false).of(folders.read(now - keep.toMillis()), now);
      for (FolderSelection.Choice choice : choices) {
        if (choice.isDeleted() && System.nanoTime() < deadlineNanos) {
          folders.delete(choice.folder());
          LOG.info(
              "Deleted {}: its jobs ended longer ago than trainer.job.keep",
              choice.folder().path());
        }
      }
    } catch (Exception e) {
      LOG.info("Old job folders were not deleted", e);
    }
  }

  /** Waits for the end of the deletion, at most until the time limit. */
  @Override
  public void close() {
    try {
      thread.join(Math.max(1, (deadlineNanos - System.nanoTime()) / 1_000_000));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the submission is done; the thread ends with it
    }
  }
}
