package trainer.appmaster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.appmaster.loop.ContainerCommands;
import trainer.appmaster.loop.Mailbox;
import trainer.avro.job.JobFile;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.job.Role;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.session.Event;
import trainer.protocol.auth.Secret;

/** The real adapter with tiny children. */
class LocalClusterTest {
  private static final JobId JOB = new JobId("local_1_2", 1);
  private static final Secret SECRET = Secret.of(new byte[Secret.BYTES]);
  private static final long MOST = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final BlockingQueue<FleetEvent> events = new LinkedBlockingQueue<>();
  @TempDir Path temp;
  private final Semaphore commanded = new Semaphore(Integer.MAX_VALUE);
  private String script = "exit 0";
  private LocalCluster cluster;

  @BeforeEach
  void start() throws Exception {
    Path resources = Files.createDirectories(temp.resolve("master"));
    Files.writeString(resources.resolve("trainer-hadoop.properties"), "a resource");
    ContainerCommands commands =
        (job, role, index, memoryMb) -> {
          commanded.acquireUninterruptibly();
          return new ContainerCommands.Command(List.of(script), Map.of("MEMORY", memoryMb + ""));
        };
    Mailbox mailbox = (event, handled) -> events.add(((Event.OfFleet) event).event());
    cluster =
        new LocalCluster(
            JOB.application(),
            mailbox,
            commands,
            new LocalContainers(temp.resolve("containers"), resources),
            "container_own",
            MOST);
    cluster.prepare(spec(JOB), SECRET);
  }

  @AfterEach
  void stop() {
    cluster.stopAll();
  }

  @Test
  void grantsAtOnceAndTellsTheExitStatus() throws Exception {
    script = "exit 7";
    String id = granted();
    cluster.on(new FleetAction.Launch(id, JOB, Role.WORKER, 0));

    assertThat(next()).isEqualTo(new FleetEvent.Launched(id));
    assertThat(next()).isEqualTo(new FleetEvent.Completed(id, 7, "exit status 7"));
  }

  @Test
  void anAskThatTheMachineHasNoRoomForWaitsUntilAnotherContainerEnds() throws Exception {
    String first = granted();
    granted();
    cluster.on(new FleetAction.Ask(7, Role.WORKER, 512, 1, 2, List.of()));
    assertThat(((FleetEvent.ClusterSeen) next()).toString()).contains("room for 2 processes");
    cluster.on(new FleetAction.Release(first));
    assertThat(List.of(next(), next()))
        .hasAtLeastOneElementOfType(FleetEvent.Granted.class)
        .hasAtLeastOneElementOfType(FleetEvent.Completed.class);
    cluster.on(new FleetAction.Ask(8, Role.WORKER, 512, 1, 2, List.of()));
    next();
    cluster.on(new FleetAction.CancelAsk(8));
    assertThat(events).isEmpty();
  }

  @Test
  void aChildFindsWhatAContainerHolds() throws Exception {
    script =
        "cat trainer-hadoop.properties > $LOG_DIRS/out; echo \" $CONTAINER_ID $NM_HOST $MEMORY\" >> $LOG_DIRS/out;"
            + " stat -c %a job.secret >> $LOG_DIRS/out";
    String id = granted();
    cluster.on(new FleetAction.Launch(id, JOB, Role.WORKER, 0));
    next();

    assertThat(next()).isEqualTo(new FleetEvent.Completed(id, 0, ""));
    assertThat(temp.resolve("containers/logs/" + id + "/out"))
        .content()
        .isEqualTo("a resource " + id + " localhost 512\n600\n");
  }

  @Test
  void aKilledChildHasTheStatusOfItsSignal() throws Exception {
    script = "kill -9 $$";
    String id = granted();
    cluster.on(new FleetAction.Launch(id, JOB, Role.WORKER, 0));
    next();

    assertThat(next()).isEqualTo(new FleetEvent.Completed(id, 137, "exit status 137"));
  }

  @Test
  void releasingStopsTheWholeTree() throws Exception {
    script = "trap '' TERM; sleep 1000 & echo $! > child; touch ready; wait";
    String id = granted();
    cluster.on(new FleetAction.Launch(id, JOB, Role.WORKER, 0));
    next();
    Path work = temp.resolve("containers/work/" + id);
    while (!Files.exists(work.resolve("ready"))) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    long child = Long.parseLong(Files.readString(work.resolve("child")).strip());
    cluster.on(new FleetAction.Release(id));

    assertThat(next())
        .isEqualTo(
            new FleetEvent.Completed(id, LocalCluster.KILLED_BY_MASTER, "stopped by the master"));
    ProcessHandle.of(child).ifPresent(handle -> handle.onExit().join());
  }

  @Test
  void aContainerGivenBackWhileItsLogsAreUploadedKeepsItsExitStatus() throws Exception {
    // What the upload has started lives, or has ended and has no command line any more.
    script =
        "bash -c 'sleep 1001 & (sleep 0 & exec sleep 1002) & wait' -Dtrainer.role=logs; exit 137";
    String id = granted();
    cluster.on(new FleetAction.Launch(id, JOB, Role.WORKER, 0));
    next();
    ProcessHandle living = descendant(".*sleep 1001");
    ProcessHandle withZombie = descendant(".*sleep 1002");
    descendant("");

    cluster.on(new FleetAction.Release(id));
    assertThat(events.poll(600, TimeUnit.MILLISECONDS)).isNull();
    living.destroy();
    withZombie.destroy();

    assertThat(next()).isEqualTo(new FleetEvent.Completed(id, 137, "exit status 137"));
  }

  @Test
  void aContainerGivenBackBeforeItsProcessIsThereIsStopped() throws Exception {
    Path hold = Files.createFile(temp.resolve("hold"));
    script = "while [ -e " + hold + " ]; do :; done; sleep 1003; exit 137";
    String id = granted();
    cluster.on(new FleetAction.Launch(id, JOB, Role.WORKER, 0));
    next();
    cluster.on(new FleetAction.Release(id));
    assertThat(events.poll(600, TimeUnit.MILLISECONDS)).isNull();
    Files.delete(hold);

    assertThat(next())
        .isEqualTo(
            new FleetEvent.Completed(id, LocalCluster.KILLED_BY_MASTER, "stopped by the master"));
  }

  private static ProcessHandle descendant(String commandLine) throws InterruptedException {
    for (int looks = 0; looks < 2000; looks++) {
      Optional<ProcessHandle> found =
          ProcessHandle.current()
              .descendants()
              .filter(one -> one.info().commandLine().orElse("").matches(commandLine))
              .findFirst();
      if (found.isPresent()) {
        return found.get();
      }
      Thread.sleep(5);
    }
    throw new AssertionError("no process " + commandLine);
  }

  @Test
  void whatIsJustBeingLaunchedWhenAllAreStoppedIsStoppedToo() throws Exception {
    script = "exec sleep 1004";
    String id = granted();
    int permits = commanded.drainPermits();
    cluster.on(new FleetAction.Launch(id, JOB, Role.WORKER, 0));
    await().atMost(PATIENCE).until(commanded::hasQueuedThreads);
    Thread stopping = new Thread(cluster::stopAll);
    stopping.start();
    await().atMost(PATIENCE).until(() -> stopping.getState() == Thread.State.TIMED_WAITING);
    commanded.release(permits);

    assertThat(next()).isEqualTo(new FleetEvent.Launched(id));
    assertThat(next()).isEqualTo(new FleetEvent.Completed(id, 137, "exit status 137"));
    stopping.join();
  }

  @Test
  void aContainerGivenBackUnusedIsCompletedAsAborted() throws Exception {
    String id = granted();
    cluster.on(new FleetAction.Release(id));

    assertThat(next())
        .isEqualTo(new FleetEvent.Completed(id, LocalCluster.ABORTED, "given back unused"));
  }

  @Test
  void theSecretIsReadableByItsOwnerAlone() throws Exception {
    LocalContainers containers = new LocalContainers(temp.resolve("c"), temp);
    containers.add(spec(JOB), SECRET);
    Path secret =
        containers.prepare("container_x", JOB, Role.WORKER).resolve(LocalContainers.SECRET_FILE);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
        .isEqualTo("rw-------");
    assertThat(Files.readAllBytes(secret)).isEqualTo(SECRET.toBytes());
  }

  @Test
  void everyJobsContainersHoldItsOwnFileAndSecret() throws Exception {
    JobId second = new JobId(JOB.application(), 2);
    LocalContainers containers = new LocalContainers(temp.resolve("c"), temp.resolve("master"));
    containers.add(spec(JOB), SECRET);
    containers.add(spec(second), SECRET.ofJob(second));
    Path ofFirst = containers.prepare("container_x", JOB, Role.WORKER);
    Path ofSecond = containers.prepare("container_y", second, Role.WORKER);

    assertThat(JobFile.read(Files.newInputStream(ofFirst.resolve("job.avro")), "").id())
        .isEqualTo(JOB);
    assertThat(JobFile.read(Files.newInputStream(ofSecond.resolve("job.avro")), "").id())
        .isEqualTo(second);
    assertThat(Files.readAllBytes(ofFirst.resolve(LocalContainers.SECRET_FILE)))
        .isEqualTo(SECRET.toBytes());
    assertThat(Files.readAllBytes(ofSecond.resolve(LocalContainers.SECRET_FILE)))
        .isEqualTo(SECRET.ofJob(second).toBytes());
  }

  private static JobSpec spec(JobId job) {
    ModelSpec model = new ModelSpec(List.of(), List.of(Phase.training(1)));
    return new JobSpec(job, "alice", "file:/jobs", Map.of(), model, List.of(), "1");
  }

  private String granted() throws InterruptedException {
    cluster.on(new FleetAction.Ask(5, Role.WORKER, 512, 1, 2, List.of()));
    FleetEvent.Granted event = (FleetEvent.Granted) next();
    assertThat(event.ask()).isEqualTo(5);
    return event.containerId();
  }

  private FleetEvent next() throws InterruptedException {
    FleetEvent event = events.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(event).isNotNull();
    return event;
  }
}
