package trainer.journal.keys;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Small values under keys like {@code /a/b}, each with a version that changes with every write, and
 * transactions guarded by versions. Safety rests on that comparison alone, never on a session, a
 * lease or a clock. Thread-safe.
 *
 * <p>A method that throws IOException may have done what it was to do, and even do it later; a
 * guard on what it would have changed finds out.
 */
public interface GuardedKeys extends Closeable {
  /** The version of a key that is not there. */
  long ABSENT = -1;

  /** What is under a key. */
  record Value(byte[] bytes, long version) {}

  /** Holds while the key has this version. */
  record Guard(String key, long version) {}

  /**
   * A value to be written.
   *
   * @param isNew whether the key is not there yet
   */
  record Write(String key, byte[] bytes, boolean isNew) {}

  /** What is under a key, with every write that was finished before this was asked. */
  Optional<Value> get(String key) throws IOException;

  /** The keys right below a key. */
  List<String> below(String key) throws IOException;

  /**
   * Writes all of it, or nothing if a guard does not hold. What is above a new key is made if need
   * be.
   *
   * @return the new version of the first key written; empty if a guard did not hold
   */
  OptionalLong write(List<Guard> guards, List<Write> writes) throws IOException;

  /** Deletes all of them, or nothing if a guard does not hold; then false. */
  boolean delete(List<Guard> guards, List<String> keys) throws IOException;

  @Override
  void close();
}
