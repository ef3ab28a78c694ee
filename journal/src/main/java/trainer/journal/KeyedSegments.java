package trainer.journal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.avro.state.JournalReader;
import trainer.avro.state.JournalWriter;
import trainer.core.fact.Entry;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.journal.keys.GuardedKeys;
import trainer.journal.keys.GuardedKeys.Guard;
import trainer.journal.keys.GuardedKeys.Write;

/**
 * The segments of one log under a key of a key-value store. The key holds a {@link Pointer}. Below
 * it are numbered parts; joined and unzipped they are one segment in the format of a segment file.
 *
 * <p>Each write of the pointer is one transaction with two guards:
 *
 * <ul>
 *   <li>the version of the lock of the term, so a superseded master writes nothing;
 *   <li>the version of the pointer, so a write whose answer was lost cannot overwrite newer ones.
 * </ul>
 *
 * <p>Entries that exceed one part are written in several parts first, guarded by the lock. The
 * pointer that names them is written last. Parts that no pointer names are deleted.
 */
final class KeyedSegments implements Segments {
  private static final Logger LOG = LoggerFactory.getLogger(KeyedSegments.class);

  /** Bytes of a part; ZooKeeper takes 1 MB in one request, etcd 1.5 MB. */
  private static final int PART = 256 << 10;

  /** Bytes up to which the last part is rewritten with each group, since groups are small. */
  private static final int TAIL = 8 << 10;

  private static final int DELETED_AT_ONCE = 100;
  private static final int LOOKS = 10;

  private final GuardedKeys keys;
  private final String key;
  private final TermLock lock;
  private int begun;
  private long version = GuardedKeys.ABSENT;
  private Pointer pointer = Pointer.NONE;
  private byte[] tail = {};
  private JournalWriter writer;

  KeyedSegments(GuardedKeys keys, String key, TermLock lock) {
    this.keys = keys;
    this.key = key;
    this.lock = lock;
  }

  @Override
  public Content read() throws IOException {
    for (int look = 1; ; look++) {
      Optional<GuardedKeys.Value> value = keys.get(key);
      if (value.isEmpty()) {
        return Content.NOTHING;
      }
      Pointer found = Pointer.decode(value.get().bytes(), key);
      Optional<byte[]> parts = parts(found);
      if (parts.isPresent()) {
        Content content = read(parts.get());
        if (content.last() < found.last()) {
          // The reader of zipped pieces takes a broken piece for the end.
          throw damaged(
              "facts up to " + content.last() + " of " + found.last() + " are there", null);
        }
        return content;
      }
      if (look == LOOKS) {
        throw damaged("parts are missing that the pointer names", null);
      }
    }
  }

  /** All parts joined; empty if one is gone because a newer segment was begun meanwhile. */
  private Optional<byte[]> parts(Pointer found) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int part = 0; part < found.parts(); part++) {
      Optional<GuardedKeys.Value> value = keys.get(found.part(key, part));
      if (value.isEmpty()) {
        return Optional.empty();
      }
      bytes.writeBytes(value.get().bytes());
    }
    return Optional.of(bytes.toByteArray());
  }

  private Content read(byte[] zipped) throws IOException {
    if (zipped.length == 0) {
      return Content.NOTHING;
    }
    try (JournalReader reader =
        new JournalReader(new GZIPInputStream(new ByteArrayInputStream(zipped)), key)) {
      List<Entry> entries = new ArrayList<>();
      long last = reader.through();
      for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
        entries.add(entry);
        last = Math.max(last, entry.number());
      }
      if (reader.isTorn() || !reader.isWhole()) {
        throw damaged("the segment ends early, which transactions do not leave behind", null);
      }
      return new Content(entries, last);
    } catch (ZipException | EOFException e) {
      throw damaged("the parts cannot be unzipped", e);
    }
  }

  @Override
  public Content take() throws IOException {
    return read(); // the lock fences writers of lower terms
  }

  @Override
  public void begin(Content snapshot) throws IOException {
    // Read again, since the last write may have an unknown outcome.
    version = keys.get(key).map(GuardedKeys.Value::version).orElse(GuardedKeys.ABSENT);
    if (version == GuardedKeys.ABSENT) {
      put(List.of(new Write(key, new byte[0], true)));
    }
    writer = new JournalWriter(snapshot.entries().size(), snapshot.last());
    pointer = new Pointer(lock.term(), begun++, 0, snapshot.last());
    tail = new byte[0];
    add(zip(writer.header(), writer.blocks(snapshot.entries())), snapshot.last());
    deleteOthers();
  }

  @Override
  public void append(List<Entry> entries) throws IOException {
    add(zip(writer.blocks(entries)), entries.get(entries.size() - 1).number());
  }

  private void add(byte[] bytes, long last) throws IOException {
    if (pointer.parts() > 0 && tail.length + bytes.length <= TAIL) {
      byte[] longer = Arrays.copyOf(tail, tail.length + bytes.length);
      System.arraycopy(bytes, 0, longer, tail.length, bytes.length);
      store(longer, pointer.parts() - 1, last);
      return;
    }
    int part = pointer.parts();
    int from = 0;
    for (; bytes.length - from > PART; from += PART) {
      Write write =
          new Write(pointer.part(key, part++), Arrays.copyOfRange(bytes, from, from + PART), true);
      if (keys.write(List.of(lock.guard()), List.of(write)).isEmpty()) {
        throw refused();
      }
    }
    store(Arrays.copyOfRange(bytes, from, bytes.length), part, last);
  }

  /** Writes the last part and, in the same transaction, the pointer that names all parts. */
  private void store(byte[] bytes, int part, long last) throws IOException {
    Pointer next = new Pointer(pointer.term(), pointer.segment(), part + 1, last);
    put(
        List.of(
            new Write(key, next.encode(), false),
            new Write(next.part(key, part), bytes, part >= pointer.parts())));
    pointer = next;
    tail = bytes;
  }

  private void put(List<Write> writes) throws IOException {
    OptionalLong written = keys.write(List.of(lock.guard(), new Guard(key, version)), writes);
    if (written.isEmpty()) {
      throw refused();
    }
    version = written.getAsLong();
  }

  /** The reason for a refused transaction: a higher term, or a changed pointer. */
  private IOException refused() throws IOException {
    lock.check();
    return new IOException(key + " was changed by an earlier write of unknown outcome");
  }

  /** Deletes the parts that no pointer names: older segments, and parts of abandoned writes. */
  private void deleteOthers() {
    try {
      String ours = pointer.part(key, 0);
      String prefix = ours.substring(0, ours.lastIndexOf('-') + 1);
      List<String> others =
          keys.below(key).stream().filter(part -> !part.startsWith(prefix)).toList();
      for (int from = 0; from < others.size(); from += DELETED_AT_ONCE) {
        int to = Math.min(others.size(), from + DELETED_AT_ONCE);
        keys.delete(List.of(lock.guard()), others.subList(from, to));
      }
    } catch (IOException e) {
      LOG.info("Older parts under {} stay until the next snapshot: {}", key, e.toString());
    }
  }

  private FailureException damaged(String what, IOException cause) {
    Failure failure =
        new Failure(
            FailureKind.JOURNAL_DAMAGED,
            what,
            key,
            "keys were changed by somebody else; restore them or submit the job again");
    return new FailureException(failure, cause);
  }

  private static byte[] zip(byte[]... pieces) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zipped = new GZIPOutputStream(bytes)) {
      for (byte[] piece : pieces) {
        zipped.write(piece);
      }
    }
    return bytes.toByteArray();
  }

  @Override
  public void abandon() {
    // The next segment has another name and reads the pointer's version again.
  }

  @Override
  public void close() {
    // Every write is a whole transaction, so there is nothing to finish.
  }
}
