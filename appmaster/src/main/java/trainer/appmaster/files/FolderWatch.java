package trainer.appmaster.files;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;

/**
 * A watch that detects the deletion of the folder of a running job, or of a session. It checks the
 * files that the client put there, and the journal if that is kept in files.
 *
 * <p>Appends to a deleted file may succeed for ever, so the journal's own writer does not detect
 * this. A storage that does not answer counts as no finding: a file is missing only when the
 * storage reports so. Used by one thread.
 */
public final class FolderWatch {
  private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);

  private final FileSystem files;
  private final List<Path> given;
  private final List<Path> logs;
  private final BooleanSupplier isJournaled;
  private final Duration patience;
  private final Map<Path, Long> missingSince = new HashMap<>();

  /**
   * @param isJournaled whether the journal is in the folder by now
   * @param patience how long a file may be missing
   */
  public FolderWatch(
      FileSystem files,
      JobFolder folder,
      JobId job,
      BooleanSupplier isJournaled,
      Duration patience) {
    this.files = files;
    this.given = List.of(new Path(folder.jobFile(job)), new Path(folder.hadoopConfiguration()));
    Path fleet = new Path(folder.fleet());
    this.logs =
        job.isSession() ? List.of(fleet) : List.of(new Path(folder.job(job), "state"), fleet);
    this.isJournaled = isJournaled;
    this.patience = patience;
  }

  /** The failure of a job without one of the client's files. A master cannot start without them. */
  public Optional<Failure> missing() throws IOException {
    return missingFiles().stream().findFirst().map(FolderWatch::gone);
  }

  /** The failure of a job in which a file has been missing for longer than the patience. */
  public Optional<Failure> check(long nowNanos) {
    List<Path> missing;
    try {
      missing = missingFiles();
      missing.addAll(missingLogs());
    } catch (IOException e) {
      LOG.debug("the job's folder cannot be looked at", e);
      missing = List.of();
    }
    missingSince.keySet().retainAll(missing);
    for (Path path : missing) {
      if (missingSince.putIfAbsent(path, nowNanos) == null) {
        LOG.warn("{} is gone; without it the job ends in {} s", path, patience.toSeconds());
      }
    }
    return missing.stream()
        .filter(path -> nowNanos - missingSince.get(path) >= patience.toNanos())
        .findFirst()
        .map(FolderWatch::gone);
  }

  private List<Path> missingFiles() throws IOException {
    List<Path> missing = new ArrayList<>();
    for (Path file : given) {
      if (!files.exists(file)) {
        missing.add(file);
      }
    }
    return missing;
  }

  private List<Path> missingLogs() throws IOException {
    List<Path> missing = new ArrayList<>();
    for (Path log : isJournaled.getAsBoolean() ? logs : List.<Path>of()) {
      if (!hasSegments(log)) {
        missing.add(log);
      }
    }
    return missing;
  }

  private boolean hasSegments(Path log) throws IOException {
    try {
      for (FileStatus file : files.listStatus(log)) {
        if (file.getPath().getName().startsWith("journal-")) {
          return true;
        }
      }
      return false;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  private static Failure gone(Path path) {
    return new Failure(
        FailureKind.STORAGE_FAILED,
        "the job's folder is gone",
        path.toString(),
        "leave trainer.job.dir alone until a job has ended; submit the job again");
  }
}
