package trainer.appmaster.tensorboard;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.data.format.tfrecord.Frame;
import trainer.journal.FlushingFiles;

/**
 * The event files of a job, {@code events.out.tfevents.<time>.<host>.<term>}: those of earlier
 * masters, and one that this master writes. The files are TFRecords. Readers see the events that
 * have been flushed.
 */
final class EventFolder implements Closeable {
  private static final String BEGINNING = "events.out.tfevents.";
  private static final int MOST_BYTES = 1 << 20;

  private final FileSystem files;
  private final Path folder;
  private FSDataOutputStream out;

  EventFolder(String folder, Configuration hadoop) throws IOException {
    this.folder = new Path(folder);
    this.files = FlushingFiles.of(this.folder.toUri(), hadoop);
  }

  /** The complete events of all files, the oldest file first. */
  List<byte[]> read() throws IOException {
    List<byte[]> events = new ArrayList<>();
    if (files.exists(folder)) {
      FileStatus[] found = files.listStatus(folder, path -> path.getName().startsWith(BEGINNING));
      Arrays.sort(found, Comparator.comparing(file -> file.getPath().getName()));
      for (FileStatus file : found) {
        read(file.getPath(), events);
      }
    }
    return events;
  }

  /** Reads up to the first incomplete event, which a killed master leaves at the end. */
  private void read(Path file, List<byte[]> events) throws IOException {
    byte[] header = new byte[Frame.HEADER];
    try (FSDataInputStream in = files.open(file)) {
      while (true) {
        in.readFully(header);
        if (!Frame.isHeader(header, 0) || Frame.length(header, 0) > MOST_BYTES) {
          return;
        }
        int length = (int) Frame.length(header, 0);
        byte[] event = new byte[length + Frame.TRAILER];
        in.readFully(event);
        if (!Frame.isChecked(event, 0, length)) {
          return;
        }
        events.add(Arrays.copyOf(event, length));
      }
    } catch (EOFException end) {
      // the end of the file, or an incomplete event
    }
  }

  /**
   * Creates this master's file.
   *
   * @param at epoch milliseconds
   * @throws java.io.FileNotFoundException if the job's folder is gone; it is not made again
   */
  void create(long at, String host, long term) throws IOException {
    if (!files.exists(folder.getParent())) {
      throw new java.io.FileNotFoundException(folder.getParent() + " is gone");
    }
    files.mkdirs(folder);
    String name = "%s%010d.%s.%d".formatted(BEGINNING, at / 1000, host, term);
    out = files.create(new Path(folder, name), false);
    append(EventMessage.version(at));
  }

  boolean isCreated() {
    return out != null;
  }

  void append(byte[] event) throws IOException {
    out.write(Frame.of(event));
  }

  void flush() throws IOException {
    out.hflush();
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
    }
  }
}
