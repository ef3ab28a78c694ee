package trainer.worker.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.input.Block;
import trainer.core.input.FileBlocks;
import trainer.core.input.InputFile;
import trainer.core.math.ExactSum;
import trainer.core.message.FromMember;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.core.message.ToRole;
import trainer.core.message.ToWorker;
import trainer.core.table.KeyList;
import trainer.core.table.PartitionMap;
import trainer.worker.api.WorkerAction;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.LaneId;

/** A worker stepped by hand; remembers what it asked for since it was last asked. */
public final class DrivenWorker {
  static final InputFile FILE = new InputFile("file:/data/a", 1L << 40, 1);

  /** The bytes of a block. */
  private static final long LENGTH = 4L << 20;

  /** One key in each of partitions 0 to 3 of table 0. */
  public static final KeyList KEYS =
      new KeyList(
          new int[4], new int[] {0, 1, 2, 3}, new int[] {0, 1, 2, 3, 4}, new long[] {9, 7, 8, 5});

  final Worker worker = new Worker();
  public final PartitionMap map;
  private final List<WorkerAction> actions = new ArrayList<>();
  private long now;

  public DrivenWorker(int pservers, int lanes) {
    this(map(1, pservers, lanes));
  }

  public DrivenWorker(PartitionMap map) {
    this.map = map;
  }

  /** Every pserver holds every partition, and p is pulled from p mod the number of pservers. */
  static PartitionMap copies(long number, int pservers) {
    PartitionMap one = map(number, pservers, 1);
    List<List<Integer>> copies =
        IntStream.range(0, 4)
            .mapToObj(p -> IntStream.range(0, pservers).map(i -> (p + i) % pservers))
            .map(of -> of.boxed().toList())
            .toList();
    return new PartitionMap(number, one.pservers(), copies);
  }

  /** Partition p belongs to pserver p mod the number of pservers. */
  public static PartitionMap map(long number, int pservers, int lanes) {
    List<PartitionMap.Pserver> all =
        IntStream.range(0, pservers)
            .mapToObj(
                i -> new PartitionMap.Pserver(new Incarnation(10 + i), i, "host" + i, 4000, lanes))
            .toList();
    List<List<Integer>> copies =
        IntStream.range(0, 4).mapToObj(p -> List.of(p % pservers)).toList();
    return new PartitionMap(number, all, copies);
  }

  /** Welcomed to line 1, all lanes connected, nothing remembered. */
  public DrivenWorker ready() {
    receive(
        new ToMember.Welcome(
            new Term(1), new Incarnation(100), new Line(1), Version.INITIAL, Line.NONE, map));
    lanes().forEach(lane -> step(new WorkerEvent.Connected(lane)));
    actions.clear();
    return this;
  }

  public List<LaneId> lanes() {
    return LaneId.of(map);
  }

  /** Time goes by, and nothing happens. */
  void pass(Duration time) {
    now += time.toNanos();
  }

  /** Nanoseconds. */
  long now() {
    return now;
  }

  public void step(WorkerEvent event) {
    now += 1_000;
    actions.addAll(worker.step(event, now));
  }

  public void receive(ToRole message) {
    step(new WorkerEvent.MasterMessage(message));
  }

  public static ToWorker.Order order(long line, long version, int share, long committed) {
    return new ToWorker.Order(
        new Term(1),
        new Line(line),
        new Version(version),
        0,
        new ToWorker.Share(share, 2, 4, blocks(1)),
        new Version(committed));
  }

  /** Blocks so long that a piece of a scoring task has as few of them as it may. */
  static List<FileBlocks> blocks(int count) {
    List<Block> blocks =
        IntStream.range(0, count).mapToObj(i -> new Block(i, i * LENGTH, LENGTH, 5, 0)).toList();
    return List.of(new FileBlocks(FILE, blocks));
  }

  /** Orders a share and prepares it; returns its work number. */
  long orderedAndPrepared(long version, int share) {
    receive(order(1, version, share, 0));
    long work = last(WorkerAction.Prepare.class).work();
    step(new WorkerEvent.Prepared(work, KEYS));
    return work;
  }

  public void valuesFromAll(long work, long version) {
    lanes().forEach(lane -> values(lane, work, version));
  }

  void values(LaneId lane, long work, long version) {
    step(new WorkerEvent.Values(lane, work, 1, version, new float[4]));
  }

  public void computed(long work) {
    step(
        new WorkerEvent.Computed(
            work, new Metrics(5, ExactSum.of(3), ExactSum.ZERO), new long[] {1, 2, 3, 4}));
  }

  public void ackedByAll(long version, int share) {
    lanes().forEach(lane -> step(new WorkerEvent.Acked(lane, 1, version, share)));
  }

  /** A share from order to last acknowledgement. */
  long done(long version, int share) {
    long work = orderedAndPrepared(version, share);
    valuesFromAll(work, version - 1);
    computed(work);
    ackedByAll(version, share);
    return work;
  }

  /** What was asked for since the last call, of one kind. */
  public <T extends WorkerAction> List<T> take(Class<T> kind) {
    List<T> taken = actions.stream().filter(kind::isInstance).map(kind::cast).toList();
    actions.removeIf(kind::isInstance);
    return taken;
  }

  public <T extends WorkerAction> T last(Class<T> kind) {
    List<T> all = actions.stream().filter(kind::isInstance).map(kind::cast).toList();
    return all.get(all.size() - 1);
  }

  List<FromMember> sent() {
    return take(WorkerAction.SendToMaster.class).stream()
        .map(WorkerAction.SendToMaster::message)
        .toList();
  }

  public void forgetActions() {
    actions.clear();
  }
}
