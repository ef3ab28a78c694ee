package trainer.pserver.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.config.Settings;
import trainer.core.table.Initializer;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;
import trainer.core.table.TableSpec;
import trainer.learning.optimizer.Optimizers;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.RowList;
import trainer.pserver.store.Table;

class ListCacheTest {
  private final RowList list = list(5);
  private final ListCache cache = new ListCache(2 * list.bytes() + list.bytes() / 2);

  @Test
  void forgetsTheListUnusedForLongest() {
    cache.put(1, list);
    cache.put(2, list);
    assertThat(cache.get(1)).isNotNull();
    cache.put(3, list);
    assertThat(cache.get(2)).isNull();
    assertThat(cache.get(1)).isNotNull();
    assertThat(cache.get(3)).isNotNull();
  }

  @Test
  void keepsTheLatestListHoweverLarge() {
    ListCache tiny = new ListCache(1);
    tiny.put(1, list);
    assertThat(tiny.get(1)).isNotNull();
    tiny.put(2, list);
    assertThat(tiny.get(1)).isNull();
    assertThat(tiny.get(2)).isNotNull();
  }

  @Test
  void droppedAndReplacedListsGiveTheirRoomBack() {
    cache.put(1, list);
    cache.put(1, list);
    cache.put(2, list);
    assertThat(cache.get(1)).isNotNull();
    cache.remove(2);
    cache.remove(7);
    cache.put(3, list);
    assertThat(cache.get(1)).isNotNull();
  }

  @Test
  void aForgottenListGivesItsRoomBack() {
    cache.put(1, list);
    cache.put(2, list);
    cache.clear();
    assertThat(cache.get(1)).isNull();
    cache.put(3, list);
    cache.put(4, list);
    assertThat(cache.get(3)).isNotNull();
  }

  private static RowList list(long key) {
    TableSpec spec = new TableSpec("w", 1, Initializer.ZERO, false, 10);
    Settings sgd = Settings.of(Map.of("trainer.optimizer", "sgd"));
    int partition = Partitions.of(0, key);
    LaneReplicas replicas =
        new LaneReplicas(
            Table.of(List.of(spec), table -> Optimizers.of(sgd, table)),
            new int[] {partition},
            false,
            false,
            MemoryBudget.ENDLESS,
            (line, version, metrics, digests) -> {},
            () -> 0);
    KeyList keys =
        new KeyList(new int[] {0}, new int[] {partition}, new int[] {0, 1}, new long[] {key});
    return replicas.requests().lookUp(keys, true);
  }
}
