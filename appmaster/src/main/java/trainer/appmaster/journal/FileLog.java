package trainer.appmaster.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.journal.StateStore.Entry;
import trainer.core.failure.Failpoint;

/**
 * One log as segments in a folder.
 *
 * <p>After an append that failed nobody knows what reached the storage, so the segment is left and
 * the same entries go into a new one; readers drop the entries whose number they have. Used by one
 * thread at a time.
 */
final class FileLog implements StateStore.Log, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(FileLog.class);

  /** Says who leads. */
  interface Terms {
    /** The term this process took. */
    long ours();

    /** Fails if somebody took a higher one. */
    void check() throws IOException;
  }

  private final FileSystem files;
  private final Path folder;
  private final Terms terms;
  private Segment open;
  private int segments;

  FileLog(FileSystem files, Path folder, Terms terms) {
    this.files = files;
    this.folder = folder;
    this.terms = terms;
  }

  /** Goes on in a segment that was created to take the term. */
  void adopt(Segment first) {
    open = first;
    segments = 1;
  }

  @Override
  public List<Entry> read() throws IOException {
    List<Entry> entries = new ArrayList<>();
    new SegmentsReader(files, folder).readNew(entries::add);
    return entries;
  }

  @Override
  public long next() throws IOException {
    List<Entry> entries = read();
    return entries.isEmpty() ? 1 : entries.get(entries.size() - 1).number() + 1;
  }

  @Override
  public void append(List<Entry> entries) throws IOException {
    terms.check();
    if (open == null) {
      open = begin();
    }
    try {
      open.append(entries);
      Failpoint.hit("master.appended");
    } catch (IOException | RuntimeException e) {
      abandon();
      throw e;
    }
  }

  private Segment begin() throws IOException {
    files.mkdirs(folder);
    while (true) {
      Path path = new SegmentName(terms.ours(), segments++).in(folder);
      try {
        return new Segment(files, path);
      } catch (FileAlreadyExistsException e) {
        // Ours, from a creation whose answer was lost; it holds no entry.
        LOG.info("{} is there already; going on in the next segment", path);
      }
    }
  }

  private void abandon() {
    try {
      open.close();
    } catch (IOException e) {
      LOG.debug("a segment of unknown content was left", e);
    }
    open = null;
  }

  @Override
  public void close() throws IOException {
    if (open != null) {
      Segment last = open;
      open = null;
      last.close();
    }
  }
}
