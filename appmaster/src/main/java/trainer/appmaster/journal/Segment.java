package trainer.appmaster.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.appmaster.journal.StateStore.Entry;
import trainer.avro.state.JournalWriter;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** A segment being written: created exclusively, flushed to its storage after every group. */
final class Segment implements Closeable {
  private static final String HFLUSH = "hflush";

  private final FSDataOutputStream out;
  private final JournalWriter writer;

  /**
   * Creates the segment's file.
   *
   * @throws org.apache.hadoop.fs.FileAlreadyExistsException if it is there already
   */
  Segment(FileSystem files, Path path) throws IOException {
    out = files.create(path, false);
    if (!out.hasCapability(HFLUSH)) {
      out.close();
      throw new FailureException(
          FailureKind.JOB_DIR_CANNOT_FLUSH,
          "the file system cannot flush what is written to readers (hflush)",
          path.toString(),
          "set trainer.job.dir to a folder on HDFS");
    }
    writer = new JournalWriter(out);
    flush();
  }

  /** Appends entries; they are safe when this returns. */
  void append(List<Entry> entries) throws IOException {
    for (Entry entry : entries) {
      writer.append(entry.number(), entry.fact());
    }
    flush();
  }

  private void flush() throws IOException {
    writer.flush();
    out.hflush();
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
