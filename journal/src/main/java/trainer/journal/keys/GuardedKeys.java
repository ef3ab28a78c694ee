package trainer.journal.keys;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Small values under keys like {@code /a/b}, and transactions guarded by versions. The version of a
 * key changes with every write. Safety rests on comparing versions alone, never on a session, a
 * lease or a clock. Thread-safe.
 *
 * <p>A method that throws IOException may have taken effect, or may still do so later. A guard on
 * the keys concerned detects it.
 */
public interface GuardedKeys extends Closeable {
  /** The version of a key that does not exist. */
  long ABSENT = -1;

  /** The bytes under a key and their version. */
  record Value(byte[] bytes, long version) {}

  /** A condition that holds while the key has this version. */
  record Guard(String key, long version) {}

  /**
   * A value to be written.
   *
   * @param isNew whether the key does not exist yet
   */
  record Write(String key, byte[] bytes, boolean isNew) {}

  /** The value under a key. It reflects every write that finished before this call. */
  Optional<Value> get(String key) throws IOException;

  /** The keys directly below a key. */
  List<String> below(String key) throws IOException;

  /**
   * Writes all values, or none if a guard does not hold. Missing parents of a new key are created.
   *
   * @return the new version of the first key written; empty if a guard did not hold
   */
  OptionalLong write(List<Guard> guards, List<Write> writes) throws IOException;

  /**
   * Deletes all keys and returns true, or deletes none and returns false if a guard does not hold.
   */
  boolean delete(List<Guard> guards, List<String> keys) throws IOException;

  @Override
  void close();
}
