package trainer.appmaster.main;

import java.io.IOException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.files.FolderWatch;
import trainer.appmaster.loop.Cluster;
import trainer.appmaster.loop.DaemonTimer;
import trainer.container.files.RetryPolicy;
import trainer.container.session.AddressFile;
import trainer.container.session.HostPort;
import trainer.container.session.MasterAddress;
import trainer.core.failure.Failure;
import trainer.core.id.Term;

/**
 * The periodic checks of a leading master. One restores its address after a superseded master that
 * woke up has overwritten it. The other detects the deletion of the job's folder.
 */
final class LeadershipChecks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeadershipChecks.class);
  private static final long PERIOD_MILLIS = 5_000;

  private final AddressFile file;
  private final MasterAddress address;
  private final Runnable superseded;
  private final ScheduledExecutorService thread = DaemonTimer.named("rounds");
  private boolean addressLost;

  /**
   * @param file the file in which members and clients find the leading master
   * @param superseded called when the file names a master of a higher term
   */
  LeadershipChecks(AddressFile file, MasterAddress address, Runnable superseded) {
    this.file = file;
    this.address = address;
    this.superseded = superseded;
  }

  /** The checks of a master, whose address members and clients find in the application's folder. */
  static LeadershipChecks of(
      MasterInputs given, Cluster.Address address, Term term, Runnable superseded) {
    return new LeadershipChecks(
        new AddressFile(given.folder().masterAddress(), given.hadoop()),
        new MasterAddress(
            new HostPort(address.host(), address.port()), address.trackingUrl(), term),
        superseded);
  }

  /** Writes the master's address, as soon as the storage accepts it, and keeps it written. */
  void announce(RetryPolicy patience) throws IOException {
    patience.until(
        "Writing the master's address",
        () -> {
          file.write(address);
          return address;
        });
    every(this::keep);
  }

  /** The same; a failure ends the leadership, unless nobody looks for this master any more. */
  void announce(RetryPolicy patience, Leadership leadership) {
    try {
      announce(patience);
    } catch (IOException | RuntimeException e) {
      if (!leadership.isEnding()) {
        leadership.fault("the address of this master cannot be written", e);
      }
    }
  }

  /**
   * Checks a job's folder periodically.
   *
   * @param isNeeded whether the job still needs its folder
   * @param gone receives the failure once the folder has been missing for too long
   */
  void watch(FolderWatch folder, BooleanSupplier isNeeded, Consumer<Failure> gone) {
    every(
        () -> {
          if (isNeeded.getAsBoolean()) {
            folder.check(System.nanoTime()).ifPresent(gone);
          }
        });
  }

  private void every(Runnable look) {
    var unused =
        thread.scheduleWithFixedDelay(look, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void keep() {
    try {
      if (file.read().filter(one -> one.term().number() > address.term().number()).isPresent()) {
        superseded.run();
        return;
      }
      file.write(address);
      addressLost = false;
    } catch (IOException | RuntimeException e) {
      if (!addressLost) {
        LOG.warn("The master's address cannot be looked at for now: {}", e.toString());
      }
      addressLost = true;
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
