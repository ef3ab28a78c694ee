package trainer.worker.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.failure.FailureException;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.input.Block;
import trainer.core.input.FileBlocks;
import trainer.core.input.InputFile;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.core.table.PartitionMap;
import trainer.core.table.Partitions;
import trainer.learning.model.Models;
import trainer.learning.spi.ModelArguments;
import trainer.protocol.auth.Secret;

/** The whole worker but for its master, against a lane on the loopback interface. */
class WorkerProcessTest {
  private static final JobId JOB = new JobId("local_1_2", 1);

  @TempDir Path folder;
  private final Secret secret = Secret.random(new SecureRandom());
  private final BlockingQueue<FromMember> said = new LinkedBlockingQueue<>();
  private FakeLane lane;
  private WorkerProcess worker;
  private PartitionMap map;
  private InputFile file;
  private Thread thread;

  @BeforeEach
  void start() throws IOException {
    Path data = folder.resolve("data.libsvm");
    Files.writeString(data, "1 3:1 5:0.5\n0 5:1 9:1\n");
    file =
        new InputFile(
            data.toUri().toString(), Files.size(data), Files.getLastModifiedTime(data).toMillis());
    lane = new FakeLane(JOB, secret);
    Map<String, String> settings =
        Map.of(
            "trainer.input", data.toUri().toString(),
            "trainer.input.format", "libsvm",
            "trainer.output", folder.resolve("model").toUri().toString(),
            "trainer.heartbeat.timeout", "4s",
            "trainer.bulk.max-frame", String.valueOf(FakeLane.MAX_FRAME));
    var tables =
        Models.load("logistic", new ModelArguments(Map.of()), getClass().getClassLoader()).tables();
    JobSpec spec =
        new JobSpec(
            JOB,
            "me",
            folder.toString(),
            settings,
            new ModelSpec(tables, List.of(Phase.training(1))),
            List.of(),
            "0");
    worker =
        new WorkerProcess(
            spec,
            0,
            secret,
            new Configuration(),
            getClass().getClassLoader(),
            List.of(folder),
            said::addAll,
            cause ->
                said.add(
                    cause instanceof FailureException failed
                        ? new FromMember.MemberFailure(failed.failure())
                        : new FromMember.Exiting(false)));
    PartitionMap.Pserver pserver =
        new PartitionMap.Pserver(new Incarnation(7), 0, "localhost", lane.port(), 1);
    map = new PartitionMap(1, List.of(pserver), Collections.nCopies(Partitions.COUNT, List.of(0)));
    thread =
        new Thread(
            () -> {
              try {
                worker.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    thread.start();
    worker.onMessage(
        new ToMember.Welcome(
            new Term(1), new Incarnation(3), new Line(1), Version.INITIAL, Line.NONE, map));
  }

  @AfterEach
  void stop() throws Exception {
    worker.onMessage(new ToMember.Leave(new Term(1), "the test is over"));
    thread.join(120_000);
    lane.close();
    assertThat(thread.isAlive()).isFalse();
  }

  private void order(long version) {
    Block block = new Block(0, 0, file.length(), -1, 0);
    worker.onMessage(
        new ToWorker.Order(
            new Term(1),
            new Line(1),
            new Version(version),
            0,
            new ToWorker.Share(0, 1, 1, List.of(new FileBlocks(file, List.of(block)))),
            Version.INITIAL));
  }

  private FromMember nextSaid() throws InterruptedException {
    return said.poll(120, TimeUnit.SECONDS);
  }

  @Test
  void computesAShareFromFileToAcknowledgement() throws InterruptedException {
    order(1);
    assertThat(nextSaid())
        .isInstanceOfSatisfying(
            FromWorker.ShareDone.class, done -> assertThat(done.records()).isEqualTo(2));
    FakeLane.Pushed push = lane.pushes.take();
    assertThat(push.records()).isEqualTo(2);
    assertThat(push.sums()).hasSize(4).doesNotContain(0L);
    assertThat(worker.heartbeat(0).recordsComputed()).isEqualTo(2);
  }

  @Test
  void givesUpAConnectionOfWhichNobodyAnswers() throws InterruptedException {
    order(1);
    assertThat(nextSaid()).isInstanceOf(FromWorker.ShareDone.class);
    lane.fallSilent();
    order(2);
    assertThat(nextSaid())
        .isInstanceOfSatisfying(
            FromWorker.ShareDone.class, done -> assertThat(done.version().number()).isEqualTo(2));
  }

  @Test
  void pushesTheSameSumsAgainWhenTheConnectionBreaksBeforeTheAcknowledgement() throws Exception {
    lane.stopAcknowledging();
    order(1);
    FakeLane.Pushed first = lane.pushes.take();
    lane.breakConnection();
    FakeLane.Pushed second = lane.pushes.poll(120, TimeUnit.SECONDS);
    assertThat(second.sums()).containsExactly(first.sums());
    assertThat(nextSaid()).isInstanceOf(FromWorker.ShareDone.class);
    assertThat(worker.heartbeat(0).recordsComputed()).isEqualTo(2);
  }

  @Test
  void evaluatesWithoutPushing() throws InterruptedException {
    Block block = new Block(0, 0, file.length(), -1, 0);
    worker.onMessage(
        new ToWorker.Evaluate(
            new Term(1),
            new Line(1),
            new Version(4),
            9,
            List.of(new FileBlocks(file, List.of(block)))));
    assertThat(nextSaid())
        .isInstanceOfSatisfying(
            FromWorker.Evaluated.class,
            done -> {
              assertThat(done.task()).isEqualTo(9);
              assertThat(done.evaluation().metrics().records()).isEqualTo(2);
            });
    assertThat(lane.pushes).isEmpty();
  }

  @Test
  void aShareWhoseValuesFitNoFrameEndsTheWorkerWithAWord() throws Exception {
    StringBuilder rows = new StringBuilder();
    for (int key = 1; key * 4L < FakeLane.MAX_FRAME + 4; key++) {
      rows.append(key % 1000 == 1 ? "\n1" : "").append(' ').append(key).append(":1");
    }
    Path data = Path.of(URI.create(file.path()));
    Files.writeString(data, rows.substring(1) + "\n");
    file = new InputFile(file.path(), Files.size(data), Files.getLastModifiedTime(data).toMillis());
    order(1);
    assertThat(nextSaid())
        .isInstanceOfSatisfying(
            FromMember.MemberFailure.class,
            trouble ->
                assertThat(trouble.failure().message())
                    .contains("trainer.bulk.max-frame allows " + FakeLane.MAX_FRAME)
                    .contains("raise trainer.bulk.max-frame"));
  }

  @Test
  void brokenRecordsAreLeftOutAndNamed() throws Exception {
    Files.writeString(Path.of(URI.create(file.path())), "1 3:x 5:0.5\n0 5:1 9:1\n4 5:1\n");
    Path data = Path.of(URI.create(file.path()));
    file = new InputFile(file.path(), Files.size(data), Files.getLastModifiedTime(data).toMillis());
    order(1);
    assertThat(nextSaid())
        .isInstanceOfSatisfying(
            FromWorker.BadRecords.class,
            broken -> {
              assertThat(broken.count()).as("a bad value, and a bad label").isEqualTo(2);
              assertThat(broken.path()).isEqualTo(file.path());
              assertThat(broken.first().message()).contains("data.libsvm at byte 4");
            });
    assertThat(nextSaid())
        .isInstanceOfSatisfying(
            FromWorker.ShareDone.class, done -> assertThat(done.records()).isEqualTo(1));
  }
}
