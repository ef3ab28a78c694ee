package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.id.Term;
import trainer.core.math.ExactSum;
import trainer.core.message.Metrics;
import trainer.core.message.Positives;
import trainer.core.table.DenseRows;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;
import trainer.pserver.protocol.Commitment;
import trainer.pserver.protocol.EncodedSums;
import trainer.pserver.protocol.Push;
import trainer.pserver.store.RowList;

/**
 * Equal digests under every division into shares, lanes, order of arrival, duplicate and setback.
 */
class DivisionIndependenceTest {
  private static final int VERSIONS = 4;
  private static final int BLOCKS = 6;

  /** Keys of which each partition has some hundred, more than are looked at together. */
  private static final int MANY = 10_000;

  /** What one block adds, key by key: the same whoever computes it. */
  private record BlockSums(long[] keys, long seed) {
    long sum(int table, long key, int column) {
      long bits = Partitions.mix(seed ^ Partitions.mix(31 * key + 7L * table + column));
      return bits % 3 == 0 ? 0 : bits >> 44;
    }

    /** Whether it names the rows of the dense table, and so all of them. */
    boolean namesGrid() {
      return seed % 3 == 0;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void digestIsAFunctionOfTheBlocks(long seed) {
    List<List<BlockSums>> versions = versions(new Random(seed));
    long expected = run(versions, new Random(0), 1, 1, false);
    for (int trial = 1; trial <= 6; trial++) {
      Random random = new Random(seed * 100 + trial);
      int lanes = 1 + random.nextInt(4);
      long digest = run(versions, random, lanes, 1 + random.nextInt(BLOCKS), true);
      assertThat(digest).as("seed %d, trial %d", seed, trial).isEqualTo(expected);
    }
    assertThat(run(versions.subList(0, VERSIONS - 1), new Random(0), 1, 1, false))
        .as("another model has another digest")
        .isNotEqualTo(expected);
  }

  private static long run(
      List<List<BlockSums>> versions, Random random, int lanes, int maxShares, boolean trouble) {
    List<Fixture> all = new ArrayList<>();
    for (int lane = 0; lane < lanes; lane++) {
      all.add(Fixture.drawn(partitions(lane, lanes)));
    }
    long line = 1;
    all.forEach(f -> f.replicas.newLine(Fixture.line(new Term(1), 1, 0)));
    for (int v = 1; v <= versions.size(); v++) {
      if (trouble && random.nextInt(3) == 0) {
        pushAll(versions.get(v - 1), all, random, line, v, maxShares, random.nextBoolean());
        line++;
        for (Fixture fixture : all) {
          fixture.replicas.newLine(Fixture.line(new Term(1), line, v - 1));
        }
      }
      pushAll(versions.get(v - 1), all, random, line, v, maxShares, true);
      for (Fixture fixture : all) {
        assertThat(fixture.replicas.commit(line, v)).isEqualTo(Commitment.DONE);
      }
    }
    return all.stream().mapToLong(f -> f.replicas.committed().digest()).sum();
  }

  /** Cuts the blocks anew, and pushes all shares, or all but one, in any order, some twice. */
  private static void pushAll(
      List<BlockSums> blocks,
      List<Fixture> lanes,
      Random random,
      long line,
      long version,
      int maxShares,
      boolean wholly) {
    int shares = 1 + random.nextInt(maxShares);
    List<List<BlockSums>> snapshot = new ArrayList<>();
    IntStream.range(0, shares).forEach(s -> snapshot.add(new ArrayList<>()));
    blocks.forEach(block -> snapshot.get(random.nextInt(shares)).add(block));
    List<Integer> order = new ArrayList<>();
    for (int s = wholly ? 0 : 1; s < shares; s++) {
      order.add(s);
      order.add(s);
    }
    for (Fixture lane : lanes) {
      Collections.shuffle(order, random);
      for (int s : order) {
        push(lane, line, version, s, shares, snapshot.get(s), lanes.indexOf(lane), lanes.size());
      }
    }
  }

  private static void push(
      Fixture lane,
      long line,
      long version,
      int share,
      int shares,
      List<BlockSums> blocks,
      int index,
      int lanes) {
    long[] keys = blocks.stream().flatMapToLong(b -> LongStream.of(b.keys())).distinct().toArray();
    KeyList list =
        blocks.stream().anyMatch(BlockSums::namesGrid)
            ? Fixture.keysAndGrid(partitions(index, lanes), keys)
            : Fixture.keys(partitions(index, lanes), keys);
    RowList rows = lane.replicas.requests().lookUp(list, true);
    long[] sums = new long[rows.floats()];
    int at = 0;
    for (int s = 0; s < list.segments(); s++) {
      int table = list.tables()[s];
      for (int i = 0; i < list.count(s); i++) {
        long key =
            list.isWhole(s)
                ? DenseRows.first(Fixture.SPECS.get(table).rows(), list.partitions()[s]) + i
                : list.keys()[list.starts()[s] + i];
        for (int column = 0; column < Fixture.SPECS.get(table).width(); column++) {
          sums[at++] = total(blocks, table, key, column);
        }
      }
    }
    RecordingConnection peer = new RecordingConnection();
    Push header =
        new Push(
            line,
            version,
            share,
            shares,
            new Metrics(
                blocks.size(), weight(blocks), ExactSum.of(3), ExactSum.ZERO, Positives.NONE, 0));
    lane.replicas.requests().push(peer, header, rows, EncodedSums.of(sums));
    assertThat(peer.acks).isEqualTo(1);
  }

  private static ExactSum weight(List<BlockSums> blocks) {
    return blocks.stream()
        .map(block -> ExactSum.of((block.seed & 1023) / 3.0))
        .reduce(ExactSum.ZERO, ExactSum::plus);
  }

  private static long total(List<BlockSums> blocks, int table, long key, int column) {
    long sum = 0;
    for (BlockSums block : blocks) {
      boolean named =
          table == Fixture.GRID
              ? block.namesGrid()
              : Arrays.stream(block.keys()).anyMatch(k -> k == key);
      if (named) {
        sum += block.sum(table, key, column);
      }
    }
    return sum;
  }

  private static int[] partitions(int lane, int lanes) {
    return IntStream.of(Fixture.ALL).filter(p -> p % lanes == lane).toArray();
  }

  private static List<List<BlockSums>> versions(Random random) {
    List<List<BlockSums>> versions = new ArrayList<>();
    for (int v = 0; v < VERSIONS; v++) {
      List<BlockSums> blocks = new ArrayList<>();
      for (int b = 0; b < BLOCKS; b++) {
        long[] keys = random.longs(1 + random.nextInt(20), -25, 25).distinct().toArray();
        blocks.add(new BlockSums(keys, random.nextLong()));
      }
      versions.add(blocks);
    }
    return versions;
  }

  @Test
  void theDigestReportedWithAVersionIsThatOfItsRows() {
    Fixture fixture = Fixture.started();
    for (long version = 1; version <= 4; version++) {
      long[] few = {1, 2, 10 + version, -version};
      long[] keys = version == 2 ? LongStream.range(0, MANY).toArray() : few;
      fixture.push(1, version, 0, 1, version == 3 ? 0 : 1000, keys);
      assertThat(fixture.digests).hasSize(Fixture.ALL.length);
      fixture.replicas.commit(1, version);
      assertThat(fixture.digests)
          .allSatisfy(
              (p, digest) -> assertThat(digest).isEqualTo(fixture.replicas.committed().digest(p)));
    }
  }
}
