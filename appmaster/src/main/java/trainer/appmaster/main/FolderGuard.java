package trainer.appmaster.main;

import java.io.IOException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.appmaster.files.FolderWatch;
import trainer.container.files.RetryPolicy;
import trainer.container.start.FaultHandler;
import trainer.core.config.Keys;
import trainer.core.failure.Failure;
import trainer.journal.FlushingFiles;

/** The application's folder. A master ends when it is gone: nothing can be recorded any more. */
final class FolderGuard {
  private final MasterInputs given;
  private final FaultHandler faults;
  private final RetryPolicy patience;
  private volatile FileSystem files;
  private volatile boolean isGone;

  /**
   * @param faults ends this process
   */
  FolderGuard(MasterInputs given, FaultHandler faults, RetryPolicy patience) {
    this.given = given;
    this.faults = faults;
    this.patience = patience;
  }

  /** Opens the folder. Fails where it is gone: no later master can do better. */
  void open() throws IOException {
    files = patience.until("Opening the job's folder", this::folder);
    FolderWatch watch = watch(() -> false);
    Optional<Failure> missing = patience.until("Looking at the job's folder", watch::missing);
    isGone = missing.isPresent();
    if (isGone) {
      throw missing.get().toException();
    }
  }

  /** The file system of the folder. */
  FileSystem files() {
    return files;
  }

  /** Whether it was missing for too long. */
  boolean isGone() {
    return isGone;
  }

  /**
   * Looks at the folder from now on.
   *
   * @param hasJournal whether the journal has begun
   * @param isNeeded whether the application still needs its folder
   */
  void watch(LeadershipChecks rounds, BooleanSupplier hasJournal, BooleanSupplier isNeeded) {
    boolean isInFiles = given.settings().get(Keys.STATE_STORE) == Keys.Store.HDFS;
    rounds.watch(
        watch(() -> isInFiles && hasJournal.getAsBoolean()),
        isNeeded,
        gone -> {
          isGone = true;
          faults.fault("nothing can be recorded any more", gone.toException());
        });
  }

  private FileSystem folder() throws IOException {
    return FlushingFiles.of(new Path(given.folder().root()).toUri(), given.hadoop());
  }

  private FolderWatch watch(BooleanSupplier isJournaled) {
    return new FolderWatch(
        files,
        given.folder(),
        given.spec().id(),
        isJournaled,
        given.settings().get(Keys.JOB_DIR_PATIENCE));
  }
}
