package trainer.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.Entry;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.id.Term;

/**
 * The segments of one log as files in a folder.
 *
 * <p>Fencing follows from an order of steps. A writer <em>first</em> flushes and <em>then</em>
 * checks for a higher term; its entries are safe only if there is none. A new master <em>first</em>
 * takes its term and <em>then</em> reads.
 *
 * <p>A new reader sees every flushed entry. So the new master reads every entry that was reported
 * safe to the old one, and an entry that it has not read was never reported safe. This needs no
 * clock and no lease.
 *
 * <p>The new master takes the old writer's lease only after the read, so that the old writer's
 * appends fail by themselves. It waits for the lease only where a file cannot be read without it.
 */
final class FileSegments implements Segments {
  private static final Logger LOG = LoggerFactory.getLogger(FileSegments.class);

  /** The view of terms that a writer needs. */
  interface Terms {
    /** The term that this process took. */
    long ours();

    /**
     * Checks the storage for a higher term.
     *
     * @throws SupersededException if another process took a higher term
     */
    void check() throws IOException;
  }

  private final FileSystem files;
  private final Path folder;
  private final Terms terms;
  private final Executor background;
  private final SegmentFiles segments;
  private final Leases leases;
  private SegmentFile claimed;
  private SegmentFile open;
  private int next;

  /**
   * @param background deletes what a new segment has replaced, which no append waits for
   */
  FileSegments(FileSystem files, Path folder, Terms terms, Executor background) {
    this.files = files;
    this.folder = folder;
    this.terms = terms;
    this.background = background;
    this.segments = new SegmentFiles(files, folder);
    this.leases = new Leases(files);
  }

  /** Makes a file that was created to take the term the first segment of this log. */
  void claim(SegmentFile file) {
    claimed = file;
    next = 1;
  }

  @Override
  public Content read() throws IOException {
    return segments.read();
  }

  @Override
  public Content take() throws IOException {
    List<Path> theirs = new ArrayList<>();
    for (SegmentName name : segments.names()) {
      if (name.term().number() < terms.ours()) {
        theirs.add(name.in(folder));
      }
    }
    Content content;
    try {
      content = segments.read();
    } catch (IOException e) {
      LOG.info("{} is read once its former writer's files are closed: {}", folder, e.toString());
      for (Path file : theirs) {
        leases.take(file);
      }
      content = readClosed();
    }
    theirs.forEach(this::beginTaking);
    return content;
  }

  /** Reads the segments when no process writes to them any more; a bad checksum is then damage. */
  private Content readClosed() throws IOException {
    try {
      return segments.read();
    } catch (ChecksumException e) {
      Failure damage =
          new Failure(
              FailureKind.JOURNAL_DAMAGED,
              "the storage has no copy with the right checksum: " + e.getMessage(),
              folder.toString(),
              "restore the file or submit the job again");
      throw new FailureException(damage, e);
    }
  }

  private void beginTaking(Path file) {
    try {
      leases.begin(file);
    } catch (IOException e) {
      LOG.info("{} stays with its former writer for now: {}", file, e.toString());
    }
  }

  @Override
  public void begin(Content snapshot) throws IOException {
    close();
    open = claimed != null ? claimed : create();
    claimed = null;
    open.begin(snapshot);
    terms.check();
    SegmentName begun = open.name();
    background.execute(() -> deleteOlderThan(begun));
  }

  @Override
  public void append(List<Entry> entries) throws IOException {
    // Flushed before the check, so that a term taken later reads these entries.
    open.append(entries);
    terms.check();
  }

  private SegmentFile create() throws IOException {
    files.mkdirs(folder);
    while (true) {
      SegmentName name = new SegmentName(new Term(terms.ours()), next++);
      try {
        return new SegmentFile(files, folder, name);
      } catch (FileAlreadyExistsException e) {
        // Our own file, from a creation whose answer was lost; it holds no entry.
        LOG.info("{} is there already; going on in the next segment", name.in(folder));
      }
    }
  }

  /** Deletes the segments before one that holds a whole snapshot and so replaces them. */
  private void deleteOlderThan(SegmentName whole) {
    try {
      for (SegmentName name : segments.names()) {
        if (SegmentName.ORDER.compare(name, whole) < 0) {
          files.delete(name.in(folder), false);
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.info("Older segments in {} stay until the next snapshot: {}", folder, e.toString());
    }
  }

  @Override
  public void abandon() {
    try {
      close();
    } catch (IOException e) {
      LOG.debug("a segment of unknown content was left", e);
    }
  }

  @Override
  public void close() throws IOException {
    if (open != null) {
      SegmentFile last = open;
      open = null;
      last.close();
    }
  }
}
