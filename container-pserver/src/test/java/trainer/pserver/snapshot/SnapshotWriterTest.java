package trainer.pserver.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.container.files.RetryPolicy;
import trainer.core.config.Settings;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.PartFile;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.table.Initializer;
import trainer.core.table.Partitions;
import trainer.core.table.TableSpec;
import trainer.learning.optimizer.Optimizers;
import trainer.pserver.lane.Lane;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.Table;

/** Orders to keep a version on one real lane, with a storage that writes when the test wants. */
class SnapshotWriterTest {
  private static final List<Integer> ALL = IntStream.range(0, Partitions.COUNT).boxed().toList();

  @TempDir private Path folder;
  private final List<Throwable> fatal = Collections.synchronizedList(new ArrayList<>());
  private final BlockingQueue<Runnable> writes = new LinkedBlockingQueue<>();
  private final BlockingQueue<FromMember> sent = new LinkedBlockingQueue<>();
  private Runnable meanwhile = () -> {};
  private final BlockingQueue<FromMember> begun = new LinkedBlockingQueue<>();
  private volatile boolean full;
  private final MemoryBudget room = new RoomAtTimes();
  private Lane lane;
  private Thread thread;
  private SnapshotWriter snapshots;

  @BeforeEach
  void start() throws IOException {
    List<Table> tables =
        Table.of(
            List.of(new TableSpec("w", 1, Initializer.ZERO, false, 10)),
            spec -> Optimizers.of(Settings.of(Map.of()), spec));
    LaneReplicas replicas =
        new LaneReplicas(
            tables,
            ALL.stream().mapToInt(Integer::intValue).toArray(),
            false,
            false,
            MemoryBudget.ENDLESS,
            (line, version, metrics, digests) -> {},
            () -> 0);
    for (long key = 0; key < 50_000; key++) {
      float[] cells = new float[1 + tables.get(0).state()];
      cells[0] = key + 1;
      replicas.load().add(0, Partitions.of(0, key), key, cells, cells.length);
    }
    replicas.load().complete(7, 0);
    replicas.newLine(
        new ToMember.NewLine(
            new Term(1), new Line(1), new Version(7), Line.NONE, new Line(1), null, "somewhere"));
    lane = new Lane(0, 1 << 20, 1 << 20, (number, waits, now) -> {}, fatal::add);
    lane.begin(replicas);
    thread = new Thread(lane, "lane");
    thread.start();
    snapshots =
        new SnapshotWriter(
            List.of(lane),
            new CheckpointParts(
                new Configuration(),
                "file:/job",
                "",
                tables,
                new RetryPolicy(Duration.ofSeconds(10), time -> meanwhile.run()),
                new CheckpointReader(RetryPolicy.withStorages(), () -> true)),
            room,
            writes::add,
            message ->
                (message instanceof FromPserver.CheckpointBegun ? begun : sent).add(message));
  }

  @AfterEach
  void stop() throws InterruptedException {
    lane.stop();
    thread.join();
    assertThat(fatal).isEmpty();
  }

  /** There is none when the test says so. */
  private final class RoomAtTimes implements MemoryBudget {
    @Override
    public boolean has(long bytes) {
      return true;
    }

    @Override
    public boolean finds(long bytes) {
      return true;
    }

    @Override
    public void take(long bytes) {
      // rows are no matter here
    }

    @Override
    public boolean hasForNow(long bytes) {
      return !full;
    }
  }

  private ToPserver.WriteCheckpoint order(String name) {
    return new ToPserver.WriteCheckpoint(
        new Term(1), new Line(1), new Version(7), folder.resolve(name).toString(), ALL);
  }

  private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
    T one = queue.poll(60, TimeUnit.SECONDS);
    assertThat(one).as("something comes").isNotNull();
    return one;
  }

  private FromMember writeAll() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (sent.isEmpty() && System.nanoTime() < end) {
      Runnable write = writes.poll(10, TimeUnit.MILLISECONDS);
      if (write != null) {
        write.run();
      }
    }
    return next(sent);
  }

  @Test
  void theNextOrderMakesOneVoidThatIsStillBeingWritten() throws Exception {
    CountDownLatch busy = new CountDownLatch(1);
    snapshots.take(order("first"));
    Runnable write = next(writes);
    lane.order(replicas -> awaited(busy));
    write.run(); // its lane is to go on with the first
    snapshots.take(order("second"));
    busy.countDown();

    assertThat(writeAll())
        .isInstanceOfSatisfying(
            FromPserver.CheckpointWritten.class,
            written -> {
              assertThat(written.folder()).isEqualTo(order("second").folder());
              assertThat(written.parts()).extracting(PartFile::partition).isEqualTo(ALL);
              assertThat(written.parts()).extracting(PartFile::rows).doesNotContain(0L);
            });
  }

  @Test
  void aVersionIsNotKeptThatThereIsNoRoomToCopyAndTheNextOneIs() throws Exception {
    full = true;
    snapshots.take(order("first"));
    assertThat(next(sent))
        .isInstanceOfSatisfying(
            FromPserver.CheckpointFailed.class,
            failed ->
                assertThat(failed.failure().message())
                    .startsWith("OUT_OF_MEMORY: version 7 is not kept")
                    .contains("trainer.pserver.memory-mb"));
    full = false;
    snapshots.take(order("second"));
    assertThat(writeAll()).isInstanceOf(FromPserver.CheckpointWritten.class);
  }

  @Test
  void aPartThatIsStillWrittenForAVoidOrderDoesNotDelayTheNext() throws Exception {
    CountDownLatch busy = new CountDownLatch(1);
    snapshots.take(order("first"));
    Runnable write = next(writes);
    lane.order(replicas -> awaited(busy));
    snapshots.take(order("second"));
    write.run(); // behind the beginning of the second
    busy.countDown();

    assertThat(((FromPserver.CheckpointWritten) writeAll()).folder())
        .isEqualTo(order("second").folder());
  }

  @Test
  void aRefusedPartIsNotRetriedWhenItsOrderIsVoid() throws Exception {
    Path first = Files.createFile(folder.resolve("first")); // no folder can be made there
    meanwhile =
        () -> {
          snapshots.take(order("second"));
          assertThat(first.toFile().delete()).isTrue();
          meanwhile = () -> {};
        };
    snapshots.take(order("first"));
    next(writes).run();

    assertThat(first).doesNotExist();
  }

  @Test
  void anOrderThatIsRepeatedIsAnsweredAgain() throws Exception {
    snapshots.take(order("one"));
    FromMember answer = writeAll();
    snapshots.take(order("one"));
    assertThat(next(sent)).isEqualTo(answer);
    assertThat(writes).isEmpty();
  }

  @Test
  void reportsTheBeginningBeforeAnyWriteAndAgainOnARepeatedOrder() throws Exception {
    snapshots.take(order("one"));
    FromMember word = new FromPserver.CheckpointBegun(order("one").folder());
    assertThat(next(begun)).isEqualTo(word);
    assertThat(sent).isEmpty();
    snapshots.take(order("one"));
    assertThat(next(begun)).isEqualTo(word);
  }

  @Test
  void aVersionThatIsNotThereIsNotKept() throws Exception {
    snapshots.take(
        new ToPserver.WriteCheckpoint(
            new Term(1), new Line(1), new Version(6), folder.toString(), ALL));
    assertThat(next(sent)).isInstanceOf(FromPserver.CheckpointFailed.class);
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
