package trainer.worker.output;

import java.io.IOException;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.files.OutputParents;
import trainer.core.digest.Sha256;
import trainer.core.failure.Failpoint;
import trainer.core.id.Incarnation;
import trainer.core.id.Slot;
import trainer.core.message.Evaluation;
import trainer.core.message.OutputFile;

/**
 * The files into which a worker writes the rows of its tasks, one at a time. Used by one thread at
 * a time.
 *
 * <p>A file is named by its first task, so that the names have about the order of the input, and by
 * the worker and a count, so that no two files have one name: {@code part-00012-3-1.csv}.
 */
public final class OutputFiles {
  private static final Logger LOG = LoggerFactory.getLogger(OutputFiles.class);
  private static final int BUFFER = 1 << 16;

  private final Configuration hadoop;
  private final Path folder;
  private final FileFormat format;
  private final long most;
  private boolean isFolderMade;
  private int count;
  private OpenFile open;

  /** A file with the rows of some tasks. */
  private static final class OpenFile {
    private final Path path;
    private final DigestOutputStream digest;
    private final FileFormat.Writer writer;
    private final List<OutputFile.Task> tasks = new ArrayList<>();
    private Evaluation evaluation = Evaluation.NONE;
    private long bytes;

    OpenFile(Path path, OutputStream out, FileFormat format) throws IOException {
      this.path = path;
      this.digest = new DigestOutputStream(out, Sha256.create());
      this.writer = format.begin(digest);
    }
  }

  /**
   * @param folder in which the files are made
   * @param most the bytes of rows with which a file is full; 0 for a file a task
   */
  public OutputFiles(Configuration hadoop, String folder, FileFormat format, long most) {
    this.hadoop = hadoop;
    this.folder = new Path(folder);
    this.format = format;
    this.most = most;
  }

  /** The folder in which the files are made. */
  String folder() {
    return folder.toString();
  }

  /** Whether a file is open. */
  public boolean isOpen() {
    return open != null;
  }

  /** Whether the open file has all the bytes that it is to have. */
  public boolean isFull() {
    return open != null && open.bytes >= most;
  }

  /** Appends rows of a task to the open file, or to a new one. */
  public void append(Slot task, RowBytes rows, Incarnation worker) throws IOException {
    if (open == null) {
      open = begin(task.number(), worker);
    }
    open.writer.append(rows);
    open.bytes += rows.length();
  }

  /** Notes that the open file has all rows of a task. */
  public void end(ScoredTask scored) {
    open.tasks.add(scored.task());
    open.evaluation = open.evaluation.plus(scored.evaluation());
    Failpoint.hit("worker.afterRows");
  }

  private OpenFile begin(long first, Incarnation worker) throws IOException {
    FileSystem files = folder.getFileSystem(hadoop);
    if (!isFolderMade) {
      OutputParents.make(folder, hadoop);
      files.mkdirs(folder);
      isFolderMade = true;
    }
    String name =
        String.format(Locale.ROOT, "part-%05d-%s-%d%s", first, worker, ++count, format.suffix());
    Path path = new Path(folder, name);
    // Without making the folder: a worker that was given up must not make it once more.
    OutputStream out = files.createFile(path).overwrite(false).bufferSize(BUFFER).build();
    return new OpenFile(path, out, format);
  }

  /** Closes the open file. */
  public OutputFile close() throws IOException {
    OpenFile file = open;
    Failpoint.hit("worker.beforeFileClosed");
    file.writer.close();
    open = null;
    long bytes = folder.getFileSystem(hadoop).getFileStatus(file.path).getLen();
    Failpoint.hit("worker.afterFileClosed");
    return new OutputFile(
        file.path.getName(),
        bytes,
        Sha256.hex(file.digest.getMessageDigest()),
        file.tasks,
        file.evaluation);
  }

  /** Gives the open file up. It is deleted at the end of the job at the latest. */
  public void abandon() {
    OpenFile file = open;
    open = null;
    if (file != null) {
      try {
        file.writer.close();
      } catch (IOException e) {
        LOG.debug("{} is given up", file.path, e);
      }
    }
  }
}
