package trainer.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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

/**
 * One log as segments in a folder.
 *
 * <p>Fencing is a matter of order. A writer flushes <em>first</em> and asks <em>then</em> whether a
 * higher term was taken; only if not are its entries safe. A new master takes its term first and
 * reads then. So whatever the old one was told is safe, the new one reads, since a new reader sees
 * all that was flushed; and what the new one has not read, the old one was not told. No clock and
 * no lease is needed for that: the old one's lease is taken behind the read, so that its appends
 * come to fail by themselves, and waited for only where a file cannot be read without.
 */
final class FileSegments implements Segments {
  private static final Logger LOG = LoggerFactory.getLogger(FileSegments.class);

  /** Says who leads. */
  interface Terms {
    /** The term this process took. */
    long ours();

    /**
     * Looks at the storage.
     *
     * @throws SupersededException if somebody took a higher one
     */
    void check() throws IOException;
  }

  private final FileSystem files;
  private final Path folder;
  private final Terms terms;
  private final SegmentFiles segments;
  private final Leases leases;
  private SegmentFile claimed;
  private SegmentFile open;
  private int begun;

  FileSegments(FileSystem files, Path folder, Terms terms) {
    this.files = files;
    this.folder = folder;
    this.terms = terms;
    this.segments = new SegmentFiles(files, folder);
    this.leases = new Leases(files);
  }

  /** The first segment is a file that was created to take the term. */
  void claim(SegmentFile file) {
    claimed = file;
    begun = 1;
  }

  @Override
  public Content look() throws IOException {
    return segments.read();
  }

  @Override
  public Content take() throws IOException {
    List<Path> theirs = new ArrayList<>();
    for (SegmentName name : segments.names()) {
      if (name.term() < terms.ours()) {
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

  /** A file that nobody writes to any more stays as it is. */
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
    deleteOlder();
  }

  @Override
  public void append(List<Entry> entries) throws IOException {
    open.append(entries);
    terms.check();
  }

  private SegmentFile create() throws IOException {
    files.mkdirs(folder);
    while (true) {
      SegmentName name = new SegmentName(terms.ours(), begun++);
      try {
        return new SegmentFile(files, folder, name);
      } catch (FileAlreadyExistsException e) {
        // Ours, from a creation whose answer was lost; it holds no entry.
        LOG.info("{} is there already; going on in the next segment", name.in(folder));
      }
    }
  }

  /** Nobody needs them: this one is whole, and a master that comes later will find it. */
  private void deleteOlder() {
    try {
      for (SegmentName name : segments.names()) {
        if (SegmentName.ORDER.compare(name, open.name()) < 0) {
          files.delete(name.in(folder), false);
        }
      }
    } catch (IOException e) {
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
