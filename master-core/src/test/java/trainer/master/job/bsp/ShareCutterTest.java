package trainer.master.job.bsp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trainer.core.input.BlockIndex;
import trainer.core.input.InputFile;
import trainer.core.input.Units;
import trainer.master.job.history.MiniBatchComposition;

/** How mini-batches are divided over workers. */
class ShareCutterTest {
  private static final int BLOCKS = 48;
  private static final int MINIBATCH = 8;
  private static final List<Integer> FOUR = List.of(0, 1, 2, 3);
  private static final double[] EVEN = {1, 1, 1, 1};

  /** As far apart as {@link WorkerSpeeds} lets them be. */
  private static final double[] UNEVEN = {1.3, 1 / 1.3, 1.3, 1 / 1.3};

  @Test
  void everyBlockGoesToOneWorker() {
    ShareCutter cutter =
        new ShareCutter(Units.ofBlocks(BLOCKS), true, ShareCutterTest::size, DataHosts.UNKNOWN);

    List<int[]> cut = cutter.cut(new int[] {3, 9, 17, 20, 41}, FOUR, UNEVEN);

    assertThat(cut.stream().flatMapToInt(Arrays::stream).sorted())
        .containsExactly(3, 9, 17, 20, 41);
  }

  @Test
  void noWorkerComputesTwiceWhatAnotherDoesHoweverUnevenBlocksAndWorkersAre() {
    for (int seed = 0; seed < 50; seed++) {
      long[] records =
          epoch(
              new ShareCutter(
                  Units.ofBlocks(BLOCKS), true, ShareCutterTest::size, DataHosts.UNKNOWN),
              seed,
              FOUR,
              UNEVEN);

      assertThat(Arrays.stream(records).max().orElseThrow())
          .as("seed %d: %s", seed, Arrays.toString(records))
          .isLessThanOrEqualTo(2 * Arrays.stream(records).min().orElseThrow());
    }
  }

  @Test
  void aMiniBatchOfOneBlockGoesToOneWorkerAfterTheOther() {
    ShareCutter cutter = new ShareCutter(Units.ofBlocks(4), true, block -> 10, DataHosts.UNKNOWN);
    int[] given = new int[4];

    for (int version = 0; version < 8; version++) {
      List<int[]> cut = cutter.cut(new int[] {version % 4}, FOUR, EVEN);
      IntStream.range(0, 4).forEach(worker -> given[worker] += cut.get(worker).length);
    }

    assertThat(given).containsExactly(2, 2, 2, 2);
  }

  /** All wait for the last one: what the faster one could do besides is of no use. */
  @Test
  void asManyBlocksAsWorkersGoToOneEachThoughOneIsALittleFaster() {
    ShareCutter cutter = new ShareCutter(Units.ofBlocks(2), true, block -> 10, DataHosts.UNKNOWN);
    for (int version = 0; version < 200; version++) {
      List<int[]> cut = cutter.cut(new int[] {0, 1}, List.of(0, 1), new double[] {1.4, 0.6});
      assertThat(cut).as("version %d", version).allMatch(blocks -> blocks.length == 1);
    }
  }

  @Test
  void aWorkerThatSeemedSlowIsTriedAgainNowAndThen() {
    ShareCutter cutter = new ShareCutter(Units.ofBlocks(2), true, block -> 10, DataHosts.UNKNOWN);
    int tried = 0;
    for (int version = 0; version < 100; version++) {
      tried += cutter.cut(new int[] {0, 1}, List.of(0, 1), new double[] {2, 0.1}).get(1).length;
    }
    assertThat(tried).isBetween(3, 10);
  }

  @Test
  void aBlockStaysWithTheWorkerWhoseCacheHoldsIt() {
    ShareCutter cutter =
        new ShareCutter(Units.ofBlocks(BLOCKS), true, block -> 10, DataHosts.UNKNOWN);
    int[] blocks = IntStream.range(0, MINIBATCH).toArray();

    List<int[]> first = cutter.cut(blocks, FOUR, EVEN);
    cutter.cut(new int[] {40}, FOUR, EVEN); // one worker is ahead of the others now
    List<int[]> again = cutter.cut(blocks, FOUR, EVEN);

    assertThat(again.toArray(int[][]::new)).isDeepEqualTo(first.toArray(int[][]::new));
  }

  @Test
  void aWorkerThatComesLateGetsItsPartAtOnce() {
    ShareCutter cutter =
        new ShareCutter(Units.ofBlocks(BLOCKS), true, block -> 10, DataHosts.UNKNOWN);
    epoch(cutter, 1, List.of(0, 1, 2), new double[] {1, 1, 1});

    long[] records = epoch(cutter, 1, FOUR, EVEN);

    assertThat(records[3]).isBetween(80L, 160L);
  }

  private static long[] epoch(
      ShareCutter cutter, long seed, List<Integer> workers, double[] weights) {
    MiniBatchComposition composition =
        MiniBatchComposition.of(seed, Units.ofBlocks(BLOCKS), MINIBATCH);
    long[] records = new long[workers.size()];
    for (long version = 1; version <= composition.perEpoch(); version++) {
      List<int[]> cut = cutter.cut(composition.blocks(version), workers, weights);
      for (int worker = 0; worker < records.length; worker++) {
        records[worker] += Arrays.stream(cut.get(worker)).mapToLong(ShareCutterTest::size).sum();
      }
    }
    return records;
  }

  /** Units of ten blocks. */
  private static Units tens(int count) {
    BlockIndex.Builder index = new BlockIndex.Builder().file(new InputFile("file:/a", 1, 1));
    for (int block = 0; block < 10 * count; block++) {
      (block % 10 == 0 ? index.unit() : index).block(block / 10, 1, 1, block % 10);
    }
    return index.build().units();
  }

  @Test
  void theBlocksOfAUnitStayTogether() {
    Units units = tens(8);
    ShareCutter cutter = new ShareCutter(units, true, block -> 10, DataHosts.UNKNOWN);
    MiniBatchComposition composition = MiniBatchComposition.of(3, units, 16);
    Map<Integer, Set<Integer>> workersOf = new HashMap<>();
    for (long version = 1; version <= 2L * composition.perEpoch(); version++) {
      List<int[]> shares =
          cutter.cut(composition.blocks(version), List.of(0, 1), new double[] {1, 1});
      for (int worker = 0; worker < 2; worker++) {
        for (int block : shares.get(worker)) {
          workersOf.computeIfAbsent(units.first(block), unit -> new HashSet<>()).add(worker);
        }
      }
    }
    long shared = workersOf.values().stream().filter(workers -> workers.size() > 1).count();
    assertThat(workersOf).hasSize(8);
    assertThat(shared).as("units that two workers decode").isLessThanOrEqualTo(1);
  }

  /** As a job of four row groups is read by four workers. */
  @Test
  void eachUnitOfAnEpochIsDecodedByOneWorker() {
    for (int workers = 1; workers <= 4; workers++) {
      Units units = tens(4);
      ShareCutter cutter = new ShareCutter(units, true, block -> 10, DataHosts.UNKNOWN);
      MiniBatchComposition composition = MiniBatchComposition.of(3, units, 4);
      List<Integer> all = IntStream.range(0, workers).boxed().toList();
      double[] even = all.stream().mapToDouble(worker -> 1).toArray();
      Set<List<Integer>> decoded = new HashSet<>();
      for (long version = 1; version <= composition.perEpoch(); version++) {
        List<int[]> shares = cutter.cut(composition.blocks(version), all, even);
        for (int worker : all) {
          for (int block : shares.get(worker)) {
            decoded.add(List.of(units.first(block), worker));
          }
        }
      }
      assertThat(decoded).as("by %d workers", workers).hasSize(4);
    }
  }

  private static List<Integer> withWork(List<int[]> cut) {
    return IntStream.range(0, cut.size()).filter(i -> cut.get(i).length > 0).boxed().toList();
  }

  @Test
  void theEndOfAUnitIsNotWorthThatAllWorkersDecodeIt() {
    ShareCutter cutter = new ShareCutter(tens(8), true, block -> 10, DataHosts.UNKNOWN);
    assertThat(withWork(cutter.cut(new int[] {6, 7, 8, 9}, FOUR, EVEN))).hasSize(1);
    assertThat(withWork(cutter.cut(new int[] {10, 11, 12, 13}, FOUR, EVEN))).hasSize(4);
    assertThat(withWork(cutter.cut(new int[] {16, 17, 18, 19}, FOUR, EVEN)))
        .as("all have decoded it")
        .hasSize(4);
  }

  @Test
  void aBlockOfEachUnitIsNoReasonToShareThem() {
    ShareCutter cutter = new ShareCutter(tens(8), true, block -> 10, DataHosts.UNKNOWN);
    int first = withWork(cutter.cut(new int[] {0}, FOUR, EVEN)).get(0);
    for (int block = 1; block < 10; block++) {
      assertThat(withWork(cutter.cut(new int[] {block}, FOUR, EVEN))).containsExactly(first);
    }
  }

  @Test
  void unitsThatAreNotReadInTheirOrderAreNotShared() {
    ShareCutter cutter = new ShareCutter(tens(8), false, block -> 10, DataHosts.UNKNOWN);
    assertThat(withWork(cutter.cut(new int[] {10, 13, 42, 45}, FOUR, EVEN))).hasSize(2);
  }

  @Test
  void moreWorkersThanUnitsShareTheBlocks() {
    ShareCutter cutter = new ShareCutter(tens(2), true, block -> 10, DataHosts.UNKNOWN);
    List<int[]> shares =
        cutter.cut(
            IntStream.range(0, 20).toArray(), List.of(0, 1, 2, 3), new double[] {1, 1, 1, 1});
    assertThat(shares).allMatch(share -> share.length == 5);
  }

  /** Nine blocks in ten are of a size; the last of a file is short. */
  private static long size(int block) {
    return block % 10 == 9 ? 3 : 10;
  }

  /** Block b is stored on host b mod 3, worker w is on host w. */
  private static final DataHosts THREE_HOSTS =
      new DataHosts() {
        @Override
        public List<String> ofBlock(int block) {
          return List.of("h" + block % 3);
        }

        @Override
        public String ofWorker(int worker) {
          return "h" + worker;
        }
      };

  @Test
  void aBlockIsFirstReadOnAHostThatStoresIt() {
    ShareCutter cutter = new ShareCutter(Units.ofBlocks(12), true, block -> 10, THREE_HOSTS);
    List<int[]> cut =
        cutter.cut(IntStream.range(0, 12).toArray(), List.of(0, 1, 2), new double[] {1, 1, 1});
    for (int worker = 0; worker < 3; worker++) {
      int host = worker;
      assertThat(cut.get(worker)).hasSize(4);
      assertThat(Arrays.stream(cut.get(worker))).allMatch(block -> block % 3 == host);
    }
  }

  @Test
  void aHostWithAllDataDoesNotComputeItAlone() {
    DataHosts one =
        new DataHosts() {
          @Override
          public List<String> ofBlock(int block) {
            return List.of("h0");
          }

          @Override
          public String ofWorker(int worker) {
            return "h" + worker;
          }
        };
    ShareCutter cutter = new ShareCutter(Units.ofBlocks(12), true, block -> 10, one);
    List<int[]> cut =
        cutter.cut(IntStream.range(0, 12).toArray(), List.of(0, 1, 2), new double[] {1, 1, 1});
    assertThat(cut).allMatch(blocks -> blocks.length == 4);
  }

  @Test
  void unitsGoToHostsAsAWhole() {
    DataHosts ofUnits =
        new DataHosts() {
          @Override
          public List<String> ofBlock(int block) {
            return List.of("h" + (1 - block / 10));
          }

          @Override
          public String ofWorker(int worker) {
            return "h" + worker;
          }
        };
    ShareCutter cutter = new ShareCutter(tens(2), true, block -> 10, ofUnits);
    List<int[]> cut =
        cutter.cut(IntStream.range(0, 20).toArray(), List.of(0, 1), new double[] {1, 1});
    assertThat(cut.get(0)).containsExactly(IntStream.range(10, 20).toArray());
    assertThat(cut.get(1)).containsExactly(IntStream.range(0, 10).toArray());
  }

  @Test
  void eachWorkerGetsABlockThoughOthersAreNearer() {
    DataHosts one =
        new DataHosts() {
          @Override
          public List<String> ofBlock(int block) {
            return List.of(block == 0 ? "elsewhere" : "h0");
          }

          @Override
          public String ofWorker(int worker) {
            return "h" + worker;
          }
        };
    ShareCutter cutter =
        new ShareCutter(Units.ofBlocks(10), true, block -> block == 0 ? 1000 : 100, one);
    double[] even = new double[10];
    Arrays.fill(even, 1);
    List<int[]> cut =
        cutter.cut(IntStream.range(0, 10).toArray(), IntStream.range(0, 10).boxed().toList(), even);
    assertThat(cut).allMatch(blocks -> blocks.length == 1);
  }

  @Test
  void aUnitStaysWithItsWorkerThoughOneBlockMoreMakesItLate() {
    for (double second = 1; second <= 3; second += 0.05) {
      double[] weights = {1, second};
      ShareCutter cutter = new ShareCutter(tens(4), true, block -> 10, DataHosts.UNKNOWN);
      Set<List<Integer>> opened = new HashSet<>();
      for (int version = 0; version < 3; version++) {
        int[] blocks =
            IntStream.range(13 * version, 13 * version + 13).map(b -> dealt(b)).toArray();
        List<int[]> cut = cutter.cut(blocks, List.of(0, 1), weights);
        for (int worker = 0; worker < 2; worker++) {
          for (int block : cut.get(worker)) {
            opened.add(List.of(block / 10, worker));
          }
        }
      }
      assertThat(opened).as(Arrays.toString(weights)).hasSize(4);
    }
  }

  /** The b-th block of four open units that are taken from in turn. */
  private static int dealt(int b) {
    return b % 4 * 10 + b / 4;
  }
}
