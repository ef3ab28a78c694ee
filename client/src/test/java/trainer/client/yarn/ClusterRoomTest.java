package trainer.client.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueStatistics;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.Test;
import trainer.client.yarn.ContainerPacking.Size;
import trainer.core.config.Settings;
import trainer.core.job.Role;

class ClusterRoomTest {
  private static final ClusterRoom ROOM = room("default", 8192, 4096, 4096);

  private static ClusterRoom room(String queue, long mostMb, long... nodesMb) {
    List<Size> nodes = LongStream.of(nodesMb).mapToObj(mb -> new Size(mb, 4)).toList();
    Size most = new Size(mostMb, 4L * nodesMb.length);
    return new ClusterRoom(queue, nodes, most, 3000, SchedulerRules.UNKNOWN);
  }

  private static ClusterRoom with(SchedulerRules rules) {
    return new ClusterRoom(ROOM.queue(), ROOM.nodes(), ROOM.most(), ROOM.freeMb(), rules);
  }

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
                + " for the master, 2 pservers and 5 workers; 3,000 MB of it are free now");
  }

  @Test
  void saysWithHowManyWorkersAJobBegins() {
    assertThat(check(ROOM, "trainer.workers", "8", "trainer.pservers", "2"))
        .endsWith(
            "for the master, 2 pservers and 5 of 8 workers; 3,000 MB of it are free now; training"
                + " begins with what there is after trainer.start.patience, 30 s");
    assertThat(check(ROOM, "trainer.workers", "8", "trainer.start", "min"))
        .endsWith(
            "6 of 8 workers; 3,000 MB of it are free now; training begins with trainer.workers.min");
  }

  @Test
  void saysThatThereIsNoRoomForAStandby() {
    String[] full = {"trainer.workers", "5", "trainer.pservers", "2", "trainer.standby", "true"};
    assertThat(check(ROOM, full)).contains("5 workers, but for no standby; ");
    full[1] = "4";
    assertThat(check(ROOM, full)).contains("4 workers; ");
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
    ClusterRoom small = room("q", 6000, 1500, 1500, 1500, 1500);
    assertThat(check(small, "trainer.workers", "4")).contains("2 of 4 workers");
  }

  @Test
  void countsNoMoreThanTheQueueMayHave() {
    ClusterRoom queue = room("q", 6144, 4096, 4096);
    assertThat(check(queue, "trainer.workers", "8")).contains("6,144 MB of 8,192 MB");
    assertThat(check(queue, "trainer.workers", "8")).contains("4 of 8 workers");
  }

  @Test
  void refusesNothingWhereTheUserSaysSo() {
    assertThat(check(ROOM, "trainer.pservers", "50", "trainer.overcommit", "true"))
        .contains("7 of 50 pservers and 0 of 1 worker");
  }

  @Test
  void countsContainersAsTheSchedulerRoundsThem() {
    ClusterRoom stepped = with(new SchedulerRules(1024, 1024, false));
    assertThat(check(stepped, "trainer.worker.memory-mb", "1100", "trainer.workers", "8"))
        .contains(
            "(8,192 MB of 8,192 MB on 2 nodes, a container in steps of 1,024 MB)",
            "3 of 8 workers");
    assertThat(check(ROOM, "trainer.worker.memory-mb", "1100", "trainer.workers", "8"))
        .contains("4 of 8 workers");
  }

  @Test
  void refusesWorkersThatFitOnlyUnrounded() {
    ClusterRoom stepped = with(new SchedulerRules(1024, 1024, false));
    assertThatThrownBy(
            () ->
                check(
                    stepped,
                    "trainer.worker.memory-mb",
                    "1100",
                    "trainer.workers.min",
                    "4",
                    "trainer.workers",
                    "4"))
        .hasMessageContaining("trainer.workers.min — set it to 3 or less");
  }

  @Test
  void countsVcoresWhereTheSchedulerDividesThem() {
    ClusterRoom divided = with(new SchedulerRules(1, 1, true));
    assertThat(check(divided, "trainer.worker.vcores", "3", "trainer.workers", "4"))
        .contains("8,192 MB of 8,192 MB and 8 vcores on 2 nodes", "1 of 4 workers");
    assertThat(check(ROOM, "trainer.worker.vcores", "3", "trainer.workers", "4"))
        .contains("and 4 workers");
  }

  @Test
  void saysWhatAJobThatGrowsCannotGet() {
    Settings eight = Settings.of(Map.of("trainer.workers", "8"));
    assertThat(ROOM.shortfall(eight, Role.WORKER))
        .hasValueSatisfying(
            shortfall ->
                assertThat(shortfall)
                    .endsWith(
                        "for at most 6 workers; the others wait for more nodes, or scale to 6 or"
                            + " less"));
    assertThat(ROOM.shortfall(Settings.of(Map.of("trainer.workers", "6")), Role.WORKER)).isEmpty();
    assertThat(ROOM.shortfall(Settings.of(Map.of("trainer.pservers", "8")), Role.PSERVER))
        .hasValueSatisfying(shortfall -> assertThat(shortfall).contains("at most 7 pservers"));
  }

  @Test
  void advisesNoNumberWhereAQueueHasShrunkToNothing() {
    ClusterRoom shrunk =
        new ClusterRoom(
            "q", ROOM.nodes(), new ContainerPacking.Size(800, 1), 0, SchedulerRules.UNKNOWN);
    assertThat(shrunk.shortfall(Settings.of(Map.of("trainer.workers", "2")), Role.WORKER))
        .hasValueSatisfying(
            shortfall ->
                assertThat(shortfall)
                    .endsWith(
                        "for no worker; those that are not there yet wait for a larger share"));
  }

  @Test
  void tellsWhatNobodyUsesNow() {
    QueueInfo queue = queue("root.default", 1);
    NodeReport node = Records.newRecord(NodeReport.class);
    node.setCapability(Resource.newInstance(4096, 4));
    node.setUsed(Resource.newInstance(1024, 1));
    assertThat(room(queue, node, 1).freeMb()).isEqualTo(3072);
    assertThat(room(queue, node, 0.5).freeMb()).isEqualTo(2048);
    QueueStatistics statistics = Records.newRecord(QueueStatistics.class);
    statistics.setAllocatedMemoryMB(1024);
    queue.setQueueStatistics(statistics);
    assertThat(room(queue, node, 0.5).freeMb()).isEqualTo(1024);
  }

  private static ClusterRoom room(QueueInfo queue, NodeReport node, double share) {
    return ClusterChecks.room("default", queue, List.of(node), share, SchedulerRules.UNKNOWN);
  }

  @Test
  void leavesTheLargeNodesToTheLargeContainers() {
    ClusterRoom mixed = room("q", 5120, 4096, 1024);
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
