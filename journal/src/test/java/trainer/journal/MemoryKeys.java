package trainer.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import trainer.journal.keys.GuardedKeys;

/**
 * Keys in memory, with every fault that a network has: asked to, it loses requests, loses answers,
 * and does late what it was asked to do.
 */
final class MemoryKeys implements GuardedKeys {
  private final Map<String, Value> values;
  private final List<Runnable> late = new ArrayList<>();
  private Random faults;

  MemoryKeys() {
    this(new TreeMap<>());
  }

  private MemoryKeys(Map<String, Value> values) {
    this.values = values;
  }

  /** The same keys as another client sees them, which has no faults yet. */
  MemoryKeys another() {
    return new MemoryKeys(values);
  }

  /** From here on one request in three goes wrong; null: none. */
  void failBy(Random random) {
    faults = random;
  }

  @Override
  public Optional<Value> get(String key) throws IOException {
    arriveLate();
    if (faults != null && faults.nextInt(6) == 0) {
      throw new IOException("no answer");
    }
    return Optional.ofNullable(values.get(key));
  }

  @Override
  public List<String> below(String key) {
    return values.keySet().stream().filter(one -> one.startsWith(key + "/")).toList();
  }

  @Override
  public OptionalLong write(List<Guard> guards, List<Write> writes) throws IOException {
    arriveLate();
    int fault = faults == null ? -1 : faults.nextInt(9);
    if (fault == 0) {
      throw new IOException("the request was lost");
    }
    if (fault == 1) {
      late.add(() -> apply(guards, writes));
      throw new IOException("the request is on its way");
    }
    OptionalLong version = apply(guards, writes);
    if (fault == 2) {
      throw new IOException("the answer was lost");
    }
    return version;
  }

  /** Does what is still to be done late. */
  void arrive() {
    late.forEach(Runnable::run);
    late.clear();
  }

  private void arriveLate() {
    if (faults != null && !late.isEmpty() && faults.nextInt(3) == 0) {
      late.remove(0).run();
    }
  }

  private OptionalLong apply(List<Guard> guards, List<Write> writes) {
    if (!hold(guards)) {
      return OptionalLong.empty();
    }
    long first = ABSENT;
    for (Write write : writes) {
      Value before = values.get(write.key());
      if (write.isNew() != (before == null)) {
        return OptionalLong.empty();
      }
    }
    for (Write write : writes) {
      Value before = values.get(write.key());
      long version = before == null ? 0 : before.version() + 1;
      values.put(write.key(), new Value(write.bytes(), version));
      first = first == ABSENT ? version : first;
    }
    return OptionalLong.of(first);
  }

  private boolean hold(List<Guard> guards) {
    return guards.stream()
        .allMatch(
            guard ->
                guard.version()
                    == Optional.ofNullable(values.get(guard.key()))
                        .map(Value::version)
                        .orElse(ABSENT));
  }

  @Override
  public boolean delete(List<Guard> guards, List<String> keys) {
    if (!hold(guards)) {
      return false;
    }
    keys.forEach(values::remove);
    return true;
  }

  @Override
  public void close() {}
}
