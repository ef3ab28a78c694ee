package trainer.worker.compute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.input.Examples;
import trainer.core.input.Labels;
import trainer.core.math.ExactSum;
import trainer.core.message.Metrics;
import trainer.core.table.KeyList;
import trainer.core.table.PartitionMap;
import trainer.core.table.TableSpec;
import trainer.learning.block.DecodedBlock;
import trainer.learning.spi.Model;
import trainer.learning.spi.Pass;
import trainer.learning.spi.RowIndex;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.LaneValues;

class ShareComputeTest {
  private static final LaneId LANE =
      new LaneId(new PartitionMap.Pserver(new Incarnation(10), 3, "host", 4000, 1), 0);

  private final TestModel model = new TestModel();

  /** A number for each key that has nothing to do with its place. */
  private static float weight(int table, long key, int j) {
    return (float) ((key * 31 + table * 7L + j) % 97) / 53f;
  }

  private static LaneValues values(PreparedShare share) {
    KeyList keys = share.layout().keys();
    float[] values = new float[share.layout().size()];
    int at = 0;
    for (int i = 0; i < keys.segments(); i++) {
      for (long key : Blocks.keys(keys, i)) {
        for (int j = 0; j < TestModel.TABLES.get(keys.tables()[i]).width(); j++) {
          values[at++] = weight(keys.tables()[i], key, j);
        }
      }
    }
    int[] places = new int[keys.segments()];
    for (int i = 0; i < places.length; i++) {
      places[i] = i;
    }
    return new LaneValues(LANE, places, values);
  }

  private WorkerEvent run(Model with, PreparedShare share, int threads) {
    return run(with, share, threads, values(share));
  }

  private static WorkerEvent run(Model with, PreparedShare share, int threads, LaneValues values) {
    BlockingQueue<WorkerEvent> events = new LinkedBlockingQueue<>();
    try (ShareCompute compute =
        new ShareCompute(
            TestModel.TABLES,
            with,
            threads,
            events::add,
            cause -> {
              throw new AssertionError(cause);
            })) {
      compute.train(1, passedOverBy(with, share), 12, List.of(values));
      return events.poll(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The same numbers of rows, for another pass. */
  private static PreparedShare passedOverBy(Pass pass, PreparedShare share) {
    List<DecodedBlock> blocks =
        share.blocks().stream()
            .map(
                block ->
                    new DecodedBlock(
                        block.file(),
                        block.block(),
                        block.examples(),
                        block.bad(),
                        pass,
                        block.rows(),
                        block.keys()))
            .toList();
    return new PreparedShare(blocks, share.layout(), share.places());
  }

  private Map<String, Long> sumsByKey(List<List<DecodedBlock>> shares, int threads) {
    Map<String, Long> all = new HashMap<>();
    Metrics metrics = Metrics.NONE;
    for (List<DecodedBlock> blocks : shares) {
      PreparedShare share = new ShareKeys(TestModel.TABLES).prepare(blocks);
      WorkerEvent.Computed computed = (WorkerEvent.Computed) run(model, share, threads);
      metrics = metrics.plus(computed.metrics());
      KeyList keys = share.layout().keys();
      int at = 0;
      for (int i = 0; i < keys.segments(); i++) {
        for (long key : Blocks.keys(keys, i)) {
          for (int j = 0; j < TestModel.TABLES.get(keys.tables()[i]).width(); j++) {
            String name = keys.tables()[i] + "/" + key + "/" + j;
            all.merge(name, computed.sums()[at++], Long::sum);
          }
        }
      }
    }
    all.put("records", metrics.records());
    all.put("loss", metrics.loss().low());
    all.put("tally", metrics.tally().low());
    return all;
  }

  @Test
  void anAnswerOfAnotherLengthNamesPserverAndTablesAndIsNotComputedOn() {
    PreparedShare share = new ShareKeys(TestModel.TABLES).prepare(Blocks.some(2, 5, model));
    LaneValues good = values(share);
    int size = good.values().length;
    for (int length : new int[] {0, size - 1, size + 1}) {
      LaneValues bad = new LaneValues(LANE, good.places(), Arrays.copyOf(good.values(), length));
      assertThat(run(model, share, 1, bad))
          .as("%d of %d", length, size)
          .isInstanceOfSatisfying(
              WorkerEvent.Failed.class,
              failed -> {
                assertThat(failed.work()).isEqualTo(1);
                assertThat(failed.failure().kind()).isEqualTo(FailureKind.UNEXPECTED);
                assertThat(failed.failure().where()).isEqualTo("pserver-3/10 lane 0");
                assertThat(failed.failure().what())
                    .startsWith("an answer of " + length + " numbers to keys of " + size)
                    .contains("of tables [" + TestModel.TABLES.get(0).name());
              });
    }
  }

  @Test
  void anyGroupingAndAnyNumberOfThreadsGiveTheSameIntegers() {
    List<DecodedBlock> blocks = Blocks.some(12, 5, model);
    Map<String, Long> expected = sumsByKey(List.of(blocks), 1);
    assertThat(expected.values()).anyMatch(sum -> sum != 0);
    for (int threads = 1; threads <= 4; threads++) {
      for (int size : new int[] {1, 5, 12}) {
        List<List<DecodedBlock>> shares = new ArrayList<>();
        for (int i = 0; i < 12; i += size) {
          shares.add(blocks.subList(i, Math.min(12, i + size)));
        }
        assertThat(sumsByKey(shares, threads)).isEqualTo(expected);
      }
    }
  }

  @Test
  void aShareWithoutBlocksIsComputedToo() {
    PreparedShare share = new ShareKeys(TestModel.TABLES).prepare(List.of());
    assertThat(run(model, share, 2))
        .isInstanceOfSatisfying(
            WorkerEvent.Computed.class,
            computed -> assertThat(computed.metrics()).isEqualTo(Metrics.NONE));
  }

  @Test
  void aGradientOutOfRangeNamesFileBlockTableAndKey() {
    PreparedShare share = new ShareKeys(TestModel.TABLES).prepare(Blocks.some(3, 5, model));
    DecodedBlock middle = share.blocks().get(1);
    Model broken =
        new Broken(model) {
          @Override
          public double train(
              Examples block, int[][] rows, float[][] w, float[][] gradients, float[] scores) {
            double loss = super.train(block, rows, w, gradients, scores);
            if (block.labels() == middle.examples().labels()) {
              gradients[1][3 * 2 + 1] = Float.NaN;
            }
            return loss;
          }
        };
    assertThat(run(broken, share, 2))
        .isInstanceOfSatisfying(
            WorkerEvent.Failed.class,
            failed -> {
              assertThat(failed.block()).isEqualTo(1);
              assertThat(failed.failure().kind()).isEqualTo(FailureKind.VALUE_OUT_OF_RANGE);
              assertThat(failed.failure().message())
                  .contains(
                      "table wide", "key " + middle.keys()[1].key(2), "file:/data/a", "block 1");
            });
  }

  @Test
  void aModelOfClassesHasAScoreForEach() {
    List<DecodedBlock> blocks = Blocks.some(3, 5, model);
    PreparedShare share = new ShareKeys(TestModel.TABLES).prepare(blocks);
    Model right =
        new Broken(model) {
          @Override
          public Labels labels() {
            return Labels.classes(7);
          }

          @Override
          public double train(
              Examples block, int[][] rows, float[][] w, float[][] gradients, float[] scores) {
            for (int record = 0; record < block.records(); record++) {
              scores[7 * record + (int) block.labels()[record]] = 1f;
            }
            return 0;
          }
        };
    int records = blocks.stream().mapToInt(block -> block.examples().records()).sum();
    assertThat(run(right, share, 1))
        .isInstanceOfSatisfying(
            WorkerEvent.Computed.class,
            computed -> assertThat(computed.metrics().tally()).isEqualTo(ExactSum.of(records)));
  }

  @Test
  void aGradientThatCouldOverflowASumIsRefused() {
    PreparedShare share = new ShareKeys(TestModel.TABLES).prepare(Blocks.some(1, 5, model));
    Model huge =
        new Broken(model) {
          @Override
          public double train(
              Examples block, int[][] rows, float[][] w, float[][] gradients, float[] scores) {
            gradients[0][0] = 0x1p43f;
            return 0;
          }
        };
    assertThat(run(huge, share, 1)).isInstanceOf(WorkerEvent.Failed.class);
  }

  @Test
  void codeThatThrowsIsTheModelsFailure() {
    PreparedShare share = new ShareKeys(TestModel.TABLES).prepare(Blocks.some(2, 5, model));
    Model throwing =
        new Broken(model) {
          @Override
          public double train(
              Examples block, int[][] rows, float[][] w, float[][] gradients, float[] scores) {
            throw new IllegalStateException("mine");
          }
        };
    assertThat(run(throwing, share, 1))
        .isInstanceOfSatisfying(
            WorkerEvent.Failed.class,
            failed -> {
              assertThat(failed.failure().kind()).isEqualTo(FailureKind.MODEL_CODE_FAILED);
              assertThat(failed.failure().message())
                  .contains("mine at trainer.worker.compute.ShareComputeTest", "block 0");
            });
  }

  @Test
  void scoresAreCountedOnceEach() throws InterruptedException {
    List<DecodedBlock> blocks = Blocks.some(6, 9, model);
    PreparedShare share = new ShareKeys(TestModel.TABLES).prepare(blocks);
    BlockingQueue<WorkerEvent> events = new LinkedBlockingQueue<>();
    try (ShareCompute compute =
        new ShareCompute(TestModel.TABLES, model, 3, events::add, cause -> {})) {
      compute.score(4, share, List.of(values(share)));
      WorkerEvent.Scored scored = (WorkerEvent.Scored) events.poll(30, TimeUnit.SECONDS);
      int records = blocks.stream().mapToInt(block -> block.examples().records()).sum();
      assertThat(scored.evaluation().metrics().records()).isEqualTo(records);
      assertThat(scored.evaluation().positives().total() + scored.evaluation().negatives().total())
          .isEqualTo(records);
      assertThat(scored.evaluation().metrics().loss()).isEqualTo(ExactSum.of(records * 0.25));
      assertThat(compute.records()).isZero();
    }
  }

  @Test
  void whatIsStoppedSaysSoWhenNoThreadIsAtItAnyMore() throws InterruptedException {
    PreparedShare share = new ShareKeys(TestModel.TABLES).prepare(Blocks.some(4, 5, model));
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    Model hanging =
        new Broken(model) {
          @Override
          public double train(
              Examples block, int[][] rows, float[][] w, float[][] gradients, float[] scores) {
            begun.countDown();
            try {
              goesOn.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            return super.train(block, rows, w, gradients, scores);
          }
        };
    BlockingQueue<WorkerEvent> events = new LinkedBlockingQueue<>();
    try (ShareCompute compute =
        new ShareCompute(TestModel.TABLES, hanging, 2, events::add, cause -> {})) {
      compute.train(1, passedOverBy(hanging, share), 12, List.of(values(share)));
      begun.await();
      compute.stop(1);
      assertThat(events.poll(100, TimeUnit.MILLISECONDS)).isNull();
      assertThat(compute.block()).isNotNegative();
      goesOn.countDown();
      assertThat(events.poll(30, TimeUnit.SECONDS)).isEqualTo(new WorkerEvent.Stopped(1));
    }
  }

  /** A model with one method replaced. */
  private static class Broken implements Model {
    private final Model model;

    Broken(Model model) {
      this.model = model;
    }

    @Override
    public List<TableSpec> tables() {
      return model.tables();
    }

    @Override
    public int[][] rows(Examples block, RowIndex rows) {
      return model.rows(block, rows);
    }

    @Override
    public double train(
        Examples block, int[][] rows, float[][] weights, float[][] gradients, float[] scores) {
      return model.train(block, rows, weights, gradients, scores);
    }

    @Override
    public double score(Examples block, int[][] rows, float[][] weights, float[] scores) {
      return model.score(block, rows, weights, scores);
    }
  }
}
