package trainer.appmaster.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.job.JobId;

/**
 * The state store on a Hadoop file system that can hflush: Avro container files in {@code
 * <folder>/fleet/} and {@code <folder>/jobs/<n>/state/}.
 *
 * <p>A term is taken by creating the first segment of the fleet's log exclusively: of two masters
 * that want the same term one gets it.
 */
public final class FileStateStore implements StateStore {
  private static final Logger LOG = LoggerFactory.getLogger(FileStateStore.class);

  private final FileSystem files;
  private final Path folder;
  private final Path fleet;
  private final Map<Optional<JobId>, FileLog> logs = new HashMap<>();
  private long term;

  /**
   * @param files must be able to hflush, see {@link FlushingFiles}
   * @param folder the application's folder
   */
  public FileStateStore(FileSystem files, Path folder) {
    this.files = files;
    this.folder = folder;
    this.fleet = new Path(folder, "fleet");
  }

  @Override
  public long takeTerm() throws IOException {
    if (term != 0) {
      throw new IllegalStateException("term " + term + " was taken already");
    }
    files.mkdirs(fleet);
    while (true) {
      long wanted = highestTerm() + 1;
      try {
        Segment first = new Segment(files, new SegmentName(wanted, 0).in(fleet));
        term = wanted;
        fileLog(null).adopt(first);
        return term;
      } catch (FileAlreadyExistsException e) {
        LOG.info("term {} was taken by another master", wanted);
      }
    }
  }

  @Override
  public Log log(JobId job) {
    return fileLog(job);
  }

  @Override
  public Closeable follow(JobId job, Consumer<Entry> reader) {
    return new Follower(new SegmentsReader(files, folderOf(job)), reader);
  }

  @Override
  public void close() throws IOException {
    IOException failed = null;
    for (FileLog log : logs.values()) {
      try {
        log.close();
      } catch (IOException e) {
        failed = e;
      }
    }
    if (failed != null) {
      throw failed;
    }
  }

  private FileLog fileLog(JobId job) {
    return logs.computeIfAbsent(
        Optional.ofNullable(job), key -> new FileLog(files, folderOf(job), new OurTerm()));
  }

  private Path folderOf(JobId job) {
    return job == null ? fleet : new Path(folder, "jobs/" + job.number() + "/state");
  }

  private long highestTerm() throws IOException {
    List<SegmentName> names = SegmentsReader.names(files, fleet);
    return names.isEmpty() ? 0 : names.get(names.size() - 1).term();
  }

  /** The term this store took, asked of the file system before each group of entries. */
  private final class OurTerm implements FileLog.Terms {
    @Override
    public long ours() {
      if (term == 0) {
        throw new IllegalStateException("no term was taken");
      }
      return term;
    }

    @Override
    public void check() throws IOException {
      if (files.exists(new SegmentName(ours() + 1, 0).in(fleet))) {
        throw new SupersededException(term, highestTerm());
      }
    }
  }
}
