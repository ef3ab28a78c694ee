package trainer.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.avro.state.JournalWriter;
import trainer.core.fact.Entry;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * A segment file under construction: created exclusively, flushed to its storage after every group.
 */
final class SegmentFile implements Closeable {
  private static final String HFLUSH = "hflush";

  private final SegmentName name;
  private final FSDataOutputStream out;
  private JournalWriter writer;

  /**
   * Creates an empty segment file.
   *
   * @throws org.apache.hadoop.fs.FileAlreadyExistsException if the file exists
   * @throws FailureException JOB_DIR_CANNOT_FLUSH
   */
  SegmentFile(FileSystem files, Path folder, SegmentName name) throws IOException {
    Path path = name.in(folder);
    this.name = name;
    this.out = FlushingFiles.create(files, path);
    if (!out.hasCapability(HFLUSH)) {
      out.close();
      throw new FailureException(
          FailureKind.JOB_DIR_CANNOT_FLUSH,
          "the file system cannot flush what is written to readers (hflush)",
          path.toString(),
          "set trainer.job.dir to a folder on HDFS");
    }
  }

  SegmentName name() {
    return name;
  }

  /** Writes the header and the snapshot. */
  void begin(Segments.Content snapshot) throws IOException {
    writer = new JournalWriter(snapshot.entries().size(), snapshot.last());
    out.write(writer.header());
    append(snapshot.entries());
  }

  /** Appends entries; they are visible to readers once this returns. */
  void append(List<Entry> entries) throws IOException {
    out.write(writer.blocks(entries));
    out.hflush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
