package trainer.appmaster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.appmaster.loop.Cluster;
import trainer.appmaster.loop.ContainerCommands;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.job.Role;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.session.Event;
import trainer.protocol.auth.Secret;

/** A master on this machine takes over the processes of the one before it. */
class LocalClusterTakeoverTest {
  private static final JobId JOB = new JobId("local_1_2", 1);
  private static final Secret SECRET = Secret.of(new byte[Secret.BYTES]);
  private static final String NO_CONTAINER = "";
  private static final String OF_STANDBY = "container_local_1_2_01_000050";
  private static final long MOST = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final BlockingQueue<FleetEvent> ofFirst = new LinkedBlockingQueue<>();
  private final BlockingQueue<FleetEvent> ofSecond = new LinkedBlockingQueue<>();
  private final List<LocalCluster> clusters = new ArrayList<>();
  private String script = "exec sleep 1021";
  @TempDir Path temp;
  private LocalCluster first;

  @BeforeEach
  void start() throws Exception {
    first = cluster(NO_CONTAINER, ofFirst);
  }

  @AfterEach
  void stop() {
    clusters.forEach(LocalCluster::stopAll);
  }

  @Test
  void listsTheRunningProcessesAndGivesIdsOfItsOwn() throws Exception {
    String running = launched();
    script = "exit 0";
    String ended = launched();
    assertThat(next(ofFirst)).isEqualTo(new FleetEvent.Completed(ended, 0, ""));
    LocalCluster second = second(OF_STANDBY);

    assertThat(joined(second))
        .extracting(FleetEvent.Previous::containerId)
        .containsExactly(running);
    assertThat(granted(second, ofSecond)).startsWith("container_local_1_2_50_");
  }

  @Test
  void receivesTheEndsOfProcesses() throws Exception {
    String first = waitingFor(0);
    String second = waitingFor(3);
    joined(second(OF_STANDBY));
    assertThat(ofSecond).isEmpty();

    Files.createFile(work(first).resolve("go"));
    assertThat(next(ofSecond)).isEqualTo(new FleetEvent.Completed(first, 0, ""));
    Files.createFile(work(second).resolve("go"));
    assertThat(next(ofSecond)).isEqualTo(new FleetEvent.Completed(second, 3, "exit status 3"));
  }

  /** A process that ends with this status once there is a file "go" in its folder. */
  private String waitingFor(int status) throws Exception {
    script = "while [ ! -e go ]; do sleep 0.02; done; exit " + status;
    return launched();
  }

  @Test
  void receivesTheEndOfAProcessThatWasKilled() throws Exception {
    String id = launched();
    joined(second(OF_STANDBY));
    shell(id).destroyForcibly();

    assertThat(next(ofSecond)).isEqualTo(new FleetEvent.Completed(id, 137, "exit status 137"));
  }

  @Test
  void receivesTheExitStatusOfAProcessThatIsNoChildOfThisOne() throws Exception {
    String sample = waitingFor(3);
    String line = shell(sample).info().arguments().orElseThrow()[1];
    Path folder = Files.createDirectories(work("container_local_1_2_01_000099"));
    Process parent =
        new ProcessBuilder("/bin/bash", "-c", "/bin/bash -c \"$0\" & wait", line)
            .directory(folder.toFile())
            .start();
    await().atMost(PATIENCE).until(() -> parent.children().findFirst().isPresent());
    ProcessHandle shell = parent.children().findFirst().orElseThrow();
    record(folder, shell, shell.info().startInstant().orElseThrow().toString());
    assertThat(joined(second(OF_STANDBY))).hasSize(2);
    Files.createFile(folder.resolve("go"));

    assertThat(next(ofSecond))
        .isEqualTo(new FleetEvent.Completed("container_local_1_2_01_000099", 3, "exit status 3"));
    assertThat(parent.waitFor()).isZero();
  }

  @Test
  void stopsAProcessThatIsReleased() throws Exception {
    script = "sleep 1022; exit 0";
    String id = launched();
    LocalCluster second = second(OF_STANDBY);
    joined(second);
    await().atMost(PATIENCE).until(() -> shell(id).children().findFirst().isPresent());
    second.on(new FleetAction.Release(id));

    assertThat(next(ofSecond))
        .isEqualTo(
            new FleetEvent.Completed(id, LocalCluster.KILLED_BY_MASTER, "stopped by the master"));
  }

  @Test
  void stopsAllProcessesButItsOwn() throws Exception {
    String own = launched();
    String other = launched();
    LocalCluster second = second(own);
    assertThat(joined(second)).hasSize(2);
    ProcessHandle ownShell = shell(own);
    second.stopAll();

    assertThat(next(ofSecond)).isEqualTo(new FleetEvent.Completed(other, 137, "exit status 137"));
    assertThat(ownShell.isAlive()).isTrue();
    assertThat(ofSecond).isEmpty();
  }

  @Test
  void hasTheSameRoomBesideItselfAsTheMasterBeforeIt() throws Exception {
    String own = launched();
    LocalCluster second = second(own);
    joined(second);
    for (long i = 0; i < MOST; i++) {
      granted(second, ofSecond);
    }
    second.on(new FleetAction.Ask(9, Role.WORKER, 512, 1, 2, List.of()));
    assertThat(next(ofSecond)).isInstanceOf(FleetEvent.ClusterSeen.class);
  }

  @Test
  void doesNotTakeAnotherProcessForOneOfItsOwnThatHadTheSameNumber() throws Exception {
    Path folder = Files.createDirectories(work("container_local_1_2_01_000005"));
    record(folder, ProcessHandle.current(), "2001-01-01T00:00:00Z");
    assertThat(joined(second(OF_STANDBY))).isEmpty();
  }

  private static void record(Path folder, ProcessHandle shell, String start) throws IOException {
    Files.writeString(folder.resolve("shell.pid"), shell.pid() + " " + start);
  }

  private Path work(String id) {
    return temp.resolve("containers/work/" + id);
  }

  private ProcessHandle shell(String id) throws IOException {
    String pid = Files.readString(work(id).resolve("shell.pid")).split(" ", 2)[0];
    return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
  }

  /** A process that the first cluster has launched. */
  private String launched() throws Exception {
    String id = granted(first, ofFirst);
    first.on(new FleetAction.Launch(id, JOB, Role.WORKER, 0));
    assertThat(next(ofFirst)).isEqualTo(new FleetEvent.Launched(id));
    return id;
  }

  private LocalCluster second(String own) throws Exception {
    return cluster(own, ofSecond);
  }

  private List<FleetEvent.Previous> joined(LocalCluster second) throws InterruptedException {
    second.join(new Cluster.Address("localhost", 1, ""));
    FleetEvent.Joined joined = (FleetEvent.Joined) next(ofSecond);
    assertThat(joined.isWhole()).isTrue();
    assertThat(next(ofSecond)).isInstanceOf(FleetEvent.ClusterSized.class);
    return joined.containers();
  }

  private static String granted(LocalCluster by, BlockingQueue<FleetEvent> events)
      throws InterruptedException {
    by.on(new FleetAction.Ask(5, Role.WORKER, 512, 1, 2, List.of()));
    return ((FleetEvent.Granted) next(events)).containerId();
  }

  private static FleetEvent next(BlockingQueue<FleetEvent> events) throws InterruptedException {
    FleetEvent event = events.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(event).isNotNull();
    return event;
  }

  private LocalCluster cluster(String own, BlockingQueue<FleetEvent> events) throws Exception {
    ContainerCommands commands =
        (job, role, index, memoryMb) -> new ContainerCommands.Command(List.of(script), Map.of());
    LocalCluster cluster =
        new LocalCluster(
            JOB.application(),
            (event, handled) -> events.add(((Event.OfFleet) event).event()),
            commands,
            new LocalContainers(temp.resolve("containers"), temp),
            own,
            MOST);
    ModelSpec model = new ModelSpec(List.of(), List.of(Phase.training(1)));
    cluster.prepare(
        new JobSpec(JOB, "alice", "file:/jobs", Map.of(), model, List.of(), "1"), SECRET);
    clusters.add(cluster);
    return cluster;
  }
}
