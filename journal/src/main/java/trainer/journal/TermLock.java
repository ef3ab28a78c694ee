package trainer.journal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.id.Term;
import trainer.journal.keys.GuardedKeys;
import trainer.journal.keys.GuardedKeys.Guard;
import trainer.journal.keys.GuardedKeys.Value;
import trainer.journal.keys.GuardedKeys.Write;

/**
 * The term as a key whose value is its number. A master that writes the next number holds the lock
 * from the version of that write until another master writes the number after it. Every transaction
 * of the holder is guarded by that version. The lock is never released.
 */
final class TermLock {
  private static final Logger LOG = LoggerFactory.getLogger(TermLock.class);

  private final GuardedKeys keys;
  private final String key;
  private Term term = Term.NONE;
  private long version;

  TermLock(GuardedKeys keys, String key) {
    this.keys = keys;
    this.key = key;
  }

  /** Takes the next term. */
  void take() throws IOException {
    while (term.number() == 0) {
      Optional<Value> before = keys.get(key);
      long wanted = before.map(TermLock::number).orElse(0L) + 1;
      Guard unchanged = new Guard(key, before.map(Value::version).orElse(GuardedKeys.ABSENT));
      byte[] text = (wanted + "\n").getBytes(StandardCharsets.UTF_8);
      OptionalLong taken =
          keys.write(List.of(unchanged), List.of(new Write(key, text, before.isEmpty())));
      if (taken.isPresent()) {
        version = taken.getAsLong();
        term = new Term(wanted);
      } else {
        LOG.info("term {} was taken by another master", wanted);
      }
    }
  }

  /** The term taken; 0 before that. */
  Term term() {
    return term;
  }

  /** A guard that holds until another master takes a higher term. */
  Guard guard() {
    return new Guard(key, version);
  }

  /**
   * Checks that this process still leads.
   *
   * @throws SupersededException if a higher term was taken
   */
  void check() throws IOException {
    Value now =
        keys.get(key).orElseThrow(() -> new IOException("the key that says who leads is gone"));
    if (now.version() != version) {
      throw new SupersededException(term.number(), number(now));
    }
  }

  private static long number(Value value) {
    return Long.parseLong(new String(value.bytes(), StandardCharsets.UTF_8).strip());
  }
}
