package trainer.client.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.Test;
import trainer.core.config.Settings;

class ClusterRoomTest {
  private static final ClusterRoom ROOM = new ClusterRoom("default", List.of(4096L, 4096L), 8192);

  private static String check(ClusterRoom room, String... keysAndValues) {
    Map<String, String> settings = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return room.check(Settings.of(settings));
  }

  @Test
  void saysThatAJobGetsAllItAsksFor() {
    assertThat(check(ROOM, "trainer.workers", "5", "trainer.pservers", "2"))
        .isEqualTo(
            "queue default has room, with nothing else in it (8,192 MB of 8,192 MB on 2 nodes)"
                + " for the master, 2 pservers and 5 workers");
  }

  @Test
  void saysWithHowManyWorkersAJobBegins() {
    assertThat(check(ROOM, "trainer.workers", "8", "trainer.pservers", "2"))
        .endsWith(
            "for the master, 2 pservers and 5 of 8 workers; training begins with what there is"
                + " after trainer.start.patience, 30 s");
    assertThat(check(ROOM, "trainer.workers", "8", "trainer.start", "min"))
        .endsWith("6 of 8 workers; training begins with trainer.workers.min");
  }

  @Test
  void refusesPserversThatCanNeverAllBeThere() {
    assertThatThrownBy(() -> check(ROOM, "trainer.pservers", "50"))
        .hasMessageContaining("RESOURCE_TOO_LARGE")
        .hasMessageContaining("50 pservers cannot be had at once")
        .hasMessageContaining("trainer.pservers — set it to 7 or less");
  }

  @Test
  void refusesFewestWorkersThatCanNeverAllBeThere() {
    assertThatThrownBy(
            () -> check(ROOM, "trainer.workers.min", "10000", "trainer.workers", "10000"))
        .hasMessageContaining("trainer.workers.min — set it to 6 or less");
  }

  @Test
  void placesNoContainerAcrossNodes() {
    ClusterRoom small = new ClusterRoom("q", Collections.nCopies(4, 1500L), 6000);
    assertThat(check(small, "trainer.workers", "4")).contains("2 of 4 workers");
  }

  @Test
  void countsNoMoreThanTheQueueMayHave() {
    ClusterRoom queue = new ClusterRoom("q", List.of(4096L, 4096L), 6144);
    assertThat(check(queue, "trainer.workers", "8")).contains("6,144 MB of 8,192 MB");
    assertThat(check(queue, "trainer.workers", "8")).contains("4 of 8 workers");
  }

  @Test
  void refusesNothingWhereTheUserSaysSo() {
    assertThat(check(ROOM, "trainer.pservers", "50", "trainer.overcommit", "true"))
        .contains("7 of 50 pservers and 0 of 1 worker");
  }

  @Test
  void leavesTheLargeNodesToTheLargeContainers() {
    ClusterRoom mixed = new ClusterRoom("q", List.of(4096L, 1024L), 5120);
    assertThat(check(mixed, "trainer.pserver.memory-mb", "4096", "trainer.overcommit", "true"))
        .contains("for the master, 1 pserver and 0 of 1 worker");
  }

  @Test
  void takesAQueueWithoutAPathByItsOwnMaximum() {
    QueueInfo fair = Records.newRecord(QueueInfo.class);
    fair.setQueueName("root.etl");
    fair.setMaximumCapacity(0.25f);
    assertThat(ClusterChecks.most(List.of(fair), fair)).isEqualTo(0.25);
    QueueInfo fifo = Records.newRecord(QueueInfo.class);
    fifo.setQueueName("default");
    fifo.setMaximumCapacity(1);
    assertThat(ClusterChecks.most(List.of(fair, fifo), fifo)).isEqualTo(1);
  }

  @Test
  void multipliesTheMaximaOfTheQueuesAbove() {
    QueueInfo root = queue("root", 1);
    QueueInfo above = queue("root.a", 0.5f);
    QueueInfo leaf = queue("root.a.b", 0.5f);
    QueueInfo other = queue("root.a.bc", 0.1f);
    assertThat(ClusterChecks.most(List.of(root, above, leaf, other), leaf)).isEqualTo(0.25);
  }

  private static QueueInfo queue(String path, float most) {
    QueueInfo queue = Records.newRecord(QueueInfo.class);
    queue.setQueuePath(path);
    queue.setMaximumCapacity(most);
    return queue;
  }
}
