package trainer.pserver.replica;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.math.ExactSum;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.core.table.DenseRows;
import trainer.core.table.Initializer;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;
import trainer.core.table.TableSpec;
import trainer.learning.optimizer.Optimizer;
import trainer.pserver.protocol.CompleteListener;
import trainer.pserver.protocol.EncodedSums;
import trainer.pserver.protocol.Push;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.RowList;
import trainer.pserver.store.Table;

/** The replicas of one lane as tests drive them, and their reports. */
public final class Fixture implements CompleteListener {
  public static final int[] ALL = IntStream.range(0, Partitions.COUNT).toArray();
  public static final List<TableSpec> SPECS =
      List.of(
          new TableSpec("bias", 1, Initializer.ZERO, false, 10),
          new TableSpec("pairs", 3, Initializer.ZERO, true, 12),
          new TableSpec("grid", 2, Initializer.ZERO, true, 11).dense(40));

  /** The same, but that rows begin as they are drawn. */
  static final List<TableSpec> DRAWN =
      List.of(
          SPECS.get(0),
          new TableSpec("pairs", 3, Initializer.normal(0.5f), true, 12).seeded(4),
          new TableSpec("grid", 2, Initializer.uniform(2), true, 11).dense(40).seeded(4));

  /** The position of the dense table. */
  static final int GRID = 2;

  /** w ← w/2 + g, and counts its calls: neither linear nor forgetful. */
  public static final class Halving implements Optimizer {
    @Override
    public int state(int width) {
      return width;
    }

    @Override
    public void init(float[] cells, int offset, int width) {
      Arrays.fill(cells, offset + width, offset + 2 * width, 7f);
    }

    @Override
    public Step step(long version, double weight) {
      return (cells, offset, width, gradient) -> {
        for (int i = 0; i < width; i++) {
          cells[offset + i] = cells[offset + i] / 2 + gradient[i] + (float) weight;
          cells[offset + width + i] += version;
        }
      };
    }
  }

  public final LaneReplicas replicas;
  final List<String> completes = new ArrayList<>();
  final List<Metrics> metrics = new ArrayList<>();
  Map<Integer, Long> digests = Map.of();

  Fixture(boolean exposure, int... partitions) {
    this(spec -> new Halving(), exposure, partitions);
  }

  Fixture(Function<TableSpec, Optimizer> optimizers, boolean exposure, int... partitions) {
    this(Table.of(SPECS, optimizers), exposure, partitions);
  }

  Fixture(List<Table> tables, boolean exposure, int... partitions) {
    this(tables, exposure, MemoryBudget.ENDLESS, partitions);
  }

  Fixture(List<Table> tables, boolean exposure, MemoryBudget room, int... partitions) {
    replicas = new LaneReplicas(tables, partitions, exposure, true, room, this, () -> 0);
  }

  /** Of tables whose rows begin as they are drawn. */
  static Fixture drawn(int... partitions) {
    return new Fixture(Table.of(DRAWN, spec -> new Halving()), false, partitions);
  }

  /** All partitions, no exposure, on line 1 at version 0. */
  public static Fixture started() {
    Fixture fixture = new Fixture(false, ALL);
    fixture.replicas.newLine(line(new Term(1), 1, 0));
    return fixture;
  }

  static ToMember.NewLine line(Term term, long line, long base) {
    return new ToMember.NewLine(
        term, new Line(line), new Version(base), new Line(line - 1), Line.NONE, null, "");
  }

  /** The list of these keys in every sparse table. */
  static KeyList keys(long... keys) {
    return keys(ALL, keys);
  }

  /** The same, and all rows of the dense one. */
  static KeyList keysAndGrid(int[] partitions, long... keys) {
    KeyList sparse = keys(partitions, keys);
    List<Integer> held = Arrays.stream(partitions).filter(p -> gridRows(p) > 0).boxed().toList();
    int size = sparse.segments() + held.size();
    int[] tables = Arrays.copyOf(sparse.tables(), size);
    int[] parts = Arrays.copyOf(sparse.partitions(), size);
    int[] starts = Arrays.copyOf(sparse.starts(), size + 1);
    int[] whole = new int[size];
    for (int i = sparse.segments(); i < size; i++) {
      tables[i] = GRID;
      parts[i] = held.get(i - sparse.segments());
      starts[i + 1] = sparse.keys().length;
      whole[i] = gridRows(parts[i]);
    }
    return new KeyList(tables, parts, starts, sparse.keys(), whole);
  }

  private static int gridRows(int partition) {
    return DenseRows.count(SPECS.get(GRID).rows(), partition);
  }

  /** The list of these keys in every sparse table, as far as they fall into the partitions. */
  static KeyList keys(int[] partitions, long... keys) {
    SortedMap<Integer, List<Long>> segments = new TreeMap<>();
    for (int table = 0; table < GRID; table++) {
      for (long key : keys) {
        int partition = Partitions.of(table, key);
        if (Arrays.binarySearch(partitions, partition) >= 0) {
          segments.computeIfAbsent(table * 1000 + partition, s -> new ArrayList<>()).add(key);
        }
      }
    }
    int[] tables = segments.keySet().stream().mapToInt(s -> s / 1000).toArray();
    int[] parts = segments.keySet().stream().mapToInt(s -> s % 1000).toArray();
    int[] starts = new int[tables.length + 1];
    long[] all = new long[segments.values().stream().mapToInt(List::size).sum()];
    int s = 0;
    for (List<Long> segment : segments.values()) {
      segment.sort(Long::compareUnsigned);
      for (int i = 0; i < segment.size(); i++) {
        all[starts[s] + i] = segment.get(i);
      }
      starts[s + 1] = starts[s] + segment.size();
      s++;
    }
    return new KeyList(tables, parts, starts, all);
  }

  static Push share(long line, long version, int share, int shares) {
    return new Push(
        line, version, share, shares, new Metrics(5, ExactSum.of(100 + share), ExactSum.ZERO));
  }

  /** Pushes one share with the same sum for every integer of the keys. */
  public RecordingConnection push(
      long line, long version, int share, int shares, long sum, long... keys) {
    RecordingConnection peer = new RecordingConnection();
    RowList list = replicas.requests().lookUp(keys(keys), true);
    long[] sums = new long[list.floats()];
    Arrays.fill(sums, sum);
    replicas.requests().push(peer, share(line, version, share, shares), list, EncodedSums.of(sums));
    return peer;
  }

  RecordingConnection pull(long line, long version, long... keys) {
    RecordingConnection peer = new RecordingConnection();
    replicas.requests().pull(peer, 9, line, version, replicas.requests().lookUp(keys(keys), false));
    return peer;
  }

  /** The first weight of table 0 at a version. */
  float weight(long line, long version, long key) {
    RecordingConnection peer = pull(line, version, key);
    if (peer.values == null) {
      throw new AssertionError("not served: " + peer);
    }
    return peer.values[0];
  }

  @Override
  public void complete(long line, long version, Metrics m, Map<Integer, Long> itsDigests) {
    digests = itsDigests;
    completes.add(line + "/" + version);
    metrics.add(m);
  }
}
