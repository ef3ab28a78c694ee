package trainer.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Entry;
import trainer.core.failure.FailureException;
import trainer.core.id.Term;
import trainer.journal.keys.GuardedKeys;

/** The store on keys, on ones in memory that fail as networks do. */
class KeyedStateStoreTest extends StateStoreContract {
  private final MemoryKeys keys = new MemoryKeys();
  private final String queues = "/trainer/" + job + "/task_queues";

  @Override
  StateStore another() {
    return new KeyedStateStore(keys.another(), application);
  }

  @Test
  void whatIsSaidToBeSafeIsReadWhateverTheNetworkDoes() throws IOException {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      MemoryKeys shared = new MemoryKeys();
      shared.failBy(random);
      StateStore store = new KeyedStateStore(shared, application);
      Term term = new Term(termOf(store));
      List<Entry> entries = entries(term, 1, 60);
      for (int from = 0; from < entries.size(); ) {
        int to = Math.min(entries.size(), from + 1 + random.nextInt(5));
        append(store, entries.subList(from, to));
        from = to;
        if (random.nextInt(6) == 0) {
          compact(store);
        }
      }
      append(store, entries(term, 61, 61));
      shared.arrive();
      List<Entry> read = new KeyedStateStore(shared.another(), application).log(job).read();
      assertThat(read).as("seed " + seed).isEqualTo(store.log(job).read());
      assertThat(read).as("seed " + seed).endsWith(entries(term, 61, 61).get(0));
    }
  }

  private static long termOf(StateStore store) {
    while (true) {
      try {
        return store.takeTerm().number();
      } catch (IOException e) {
        assertThat(e.getMessage()).isNotEmpty(); // again
      }
    }
  }

  private void append(StateStore store, List<Entry> entries) {
    while (true) {
      try {
        store.log(job).append(entries);
        return;
      } catch (IOException e) {
        assertThat(e.getMessage()).isNotEmpty(); // again, as the journal does
      }
    }
  }

  private void compact(StateStore store) {
    try {
      List<Entry> all = store.log(job).read();
      store.log(job).compact(all.subList(all.size() / 2, all.size()));
    } catch (IOException e) {
      assertThat(e.getMessage()).isNotEmpty(); // the next append begins a segment
    }
  }

  @Test
  void thePointerIsALineOfJsonThatChangesWithEveryGroup() throws IOException {
    StateStore store = leader();
    store.log(job).append(entries(new Term(1), 1, 2));
    GuardedKeys.Value first = keys.get(queues).orElseThrow();
    store.log(job).append(entries(new Term(1), 3, 3));
    GuardedKeys.Value second = keys.get(queues).orElseThrow();

    assertThat(new String(second.bytes(), StandardCharsets.UTF_8))
        .isEqualTo("{\"formatVersion\":1,\"term\":1,\"segment\":0,\"parts\":1,\"last\":3}\n");
    assertThat(second.version()).isGreaterThan(first.version());
    assertThat(keys.below(queues)).containsExactly(queues + "/1-0-000000");
  }

  @Test
  void partsThatNoPointerNamesAreDeleted() throws IOException {
    StateStore store = leader();
    store.log(job).append(entries(new Term(1), 1, 2_000));
    store.log(job).append(entries(new Term(1), 2_001, 4_000));
    assertThat(keys.below(queues)).hasSizeGreaterThan(1);
    store.log(job).compact(entries(new Term(1), 4_000, 4_000));
    assertThat(keys.below(queues)).containsExactly(queues + "/1-1-000000");
  }

  @Test
  void damageIsRefused() throws IOException {
    leader().log(job).append(entries(new Term(1), 1, 20));
    String part = queues + "/1-0-000000";
    byte[] whole = keys.get(part).orElseThrow().bytes();
    int refused = 0;
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 4;
      put(part, damaged);
      try {
        // What a gzip header says of the time and the system is of no account.
        assertThat(leader().log(job).read())
            .as("byte " + at)
            .isEqualTo(entries(new Term(1), 1, 20));
      } catch (FailureException e) {
        refused++;
        assertThat(e).hasMessageContaining("JOURNAL_DAMAGED").hasMessageContaining(queues);
      }
    }
    assertThat(refused).isGreaterThan(whole.length - 40);
    put(part, java.util.Arrays.copyOf(whole, whole.length / 2));
    assertThatThrownBy(() -> leader().log(job).read()).hasMessageContaining("JOURNAL_DAMAGED");
    put(queues, "nonsense".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> leader().log(job).read()).hasMessageContaining("JOURNAL_DAMAGED");
  }

  private void put(String key, byte[] bytes) throws IOException {
    assertThat(keys.write(List.of(), List.of(new GuardedKeys.Write(key, bytes, false))))
        .isPresent();
  }
}
