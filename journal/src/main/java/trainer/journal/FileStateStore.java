package trainer.journal;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.id.Term;
import trainer.core.job.JobId;

/**
 * The state store on a Hadoop file system that can hflush: Avro container files in {@code
 * <folder>/fleet/} and {@code <folder>/jobs/<n>/state/}.
 *
 * <p>Creating the first segment of the fleet's log exclusively takes a term: of two masters that
 * want the same term one succeeds. The newest segment of that log is never deleted, so the highest
 * term is always visible.
 */
public final class FileStateStore implements StateStore {
  private static final Logger LOG = LoggerFactory.getLogger(FileStateStore.class);

  private static final long TIDYING_SECONDS = 5;

  /** A log and the segments that store it. */
  private record Kept(HeldLog log, FileSegments segments) {}

  private final FileSystem files;
  private final Path folder;
  private final Path fleet;
  private final SegmentFiles fleetFiles;
  private final Map<Optional<JobId>, Kept> logs = new HashMap<>();
  private final ExecutorService background =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "old segments");
            thread.setDaemon(true);
            return thread;
          });
  private Term term = Term.NONE;

  /**
   * @param files must be able to hflush, see {@link FlushingFiles}
   * @param folder the application's folder
   */
  public FileStateStore(FileSystem files, Path folder) {
    this.files = files;
    this.folder = folder;
    this.fleet = new Path(folder, "fleet");
    this.fleetFiles = new SegmentFiles(files, fleet);
  }

  @Override
  public Term takeTerm() throws IOException {
    if (term.number() != 0) {
      throw new IllegalStateException("term " + term + " was taken already");
    }
    files.mkdirs(fleet);
    while (true) {
      long wanted = highestTerm().number() + 1;
      try {
        SegmentFile first = new SegmentFile(files, fleet, new SegmentName(new Term(wanted), 0));
        kept(null).segments().claim(first);
        term = new Term(wanted);
        return term;
      } catch (FileAlreadyExistsException e) {
        LOG.info("term {} was taken by another master", wanted);
      }
    }
  }

  @Override
  public Log log(JobId job) {
    return kept(job).log();
  }

  @Override
  public void release(JobId job) throws IOException {
    Kept kept = logs.remove(Optional.of(job));
    if (kept != null) {
      kept.log().close();
    }
  }

  @Override
  public void close() throws IOException {
    IOException failed = null;
    for (Kept kept : logs.values()) {
      try {
        kept.log().close();
      } catch (IOException e) {
        failed = e;
      }
    }
    finishBackground();
    if (failed != null) {
      throw failed;
    }
  }

  private void finishBackground() {
    background.shutdown();
    try {
      if (!background.awaitTermination(TIDYING_SECONDS, TimeUnit.SECONDS)) {
        LOG.info("Some old segments of {} stay", folder);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Kept kept(JobId job) {
    return logs.computeIfAbsent(
        Optional.ofNullable(job),
        key -> {
          FileSegments segments = new FileSegments(files, folderOf(job), new OurTerm(), background);
          return new Kept(new HeldLog(segments, () -> term.number() != 0), segments);
        });
  }

  private Path folderOf(JobId job) {
    return job == null ? fleet : new Path(folder, "jobs/" + job.number() + "/state");
  }

  private Term highestTerm() throws IOException {
    List<SegmentName> names = fleetFiles.names();
    return names.isEmpty() ? Term.NONE : names.get(names.size() - 1).term();
  }

  /** The term this store took; compared with the file system after each group of entries. */
  private final class OurTerm implements FileSegments.Terms {
    @Override
    public long ours() {
      return term.number();
    }

    @Override
    public void check() throws IOException {
      seeWhatOthersDid();
      long highest = highestTerm().number();
      if (highest > term.number()) {
        throw new SupersededException(term.number(), highest);
      }
      if (highest < term.number()) {
        throw new IOException("the file that says who leads is gone from " + fleet);
      }
    }

    /**
     * Synchronizes the client with the active NameNode, since an observer may answer from the past.
     */
    private void seeWhatOthersDid() throws IOException {
      try {
        files.msync();
      } catch (UnsupportedOperationException e) {
        // Such a file system has a single server of metadata.
        return;
      }
    }
  }
}
