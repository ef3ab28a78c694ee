package trainer.appmaster.main;

import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.files.FolderWatch;
import trainer.container.files.RetryPolicy;
import trainer.container.session.AddressFile;
import trainer.container.session.MasterAddress;
import trainer.core.failure.Failure;

/**
 * What a master looks after from time to time while it leads: whether a superseded one that woke up
 * has written over its address, and whether the job's folder is still there.
 */
final class LeadershipChecks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeadershipChecks.class);
  private static final long PERIOD_MILLIS = 5_000;

  private final AddressFile file;
  private final MasterAddress address;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(LeadershipChecks::daemon);
  private boolean addressLost;

  /**
   * @param file where members and clients find the master that leads
   */
  LeadershipChecks(AddressFile file, MasterAddress address) {
    this.file = file;
    this.address = address;
  }

  /** Says where the master is, as soon as the storage takes it. */
  void announce(RetryPolicy patience) throws IOException {
    patience.until(
        "Writing the master's address",
        () -> {
          file.write(address);
          return address;
        });
    every(this::keep);
  }

  /** Looks after the folder. */
  void watch(FolderWatch folder, Consumer<Failure> gone) {
    every(() -> folder.look(System.nanoTime()).ifPresent(gone));
  }

  private void every(Runnable look) {
    var unused =
        thread.scheduleWithFixedDelay(look, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void keep() {
    try {
      file.write(address);
      addressLost = false;
    } catch (IOException | RuntimeException e) {
      if (!addressLost) {
        LOG.warn("The master's address cannot be looked at for now: {}", e.toString());
      }
      addressLost = true;
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "rounds");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
