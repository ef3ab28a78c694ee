package trainer.worker.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.input.InputFile;
import trainer.core.math.RepeatedSums;
import trainer.core.message.Metrics;
import trainer.core.table.PartitionMap;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.LocalRows;
import trainer.learning.model.Models;
import trainer.learning.spi.Model;
import trainer.learning.spi.ModelArguments;
import trainer.protocol.bulk.FrameWriter;
import trainer.worker.api.ComputedGradients;
import trainer.worker.api.PushTarget;
import trainer.worker.api.WorkerAction;
import trainer.worker.api.WorkerEvent;
import trainer.worker.compute.PreparedShare;
import trainer.worker.compute.ShareCompute;
import trainer.worker.compute.ShareKeys;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.LaneList;
import trainer.worker.routing.LaneValues;
import trainer.worker.routing.SentList;

class PushFrameTest {
  private static final int RECORDS = 100;
  private static final int FEATURES = 20;
  private static final LaneId LANE =
      new LaneId(new PartitionMap.Pserver(new Incarnation(1), 0, "host", 1, 1), 0);

  private final Model model =
      Models.load("logistic", new ModelArguments(Map.of()), getClass().getClassLoader());
  private final PreparedShare share = new ShareKeys(model.tables()).prepare(List.of(block()));
  private final LaneList all =
      new LaneList(
          share.layout().keys(), IntStream.range(0, share.layout().keys().segments()).toArray());
  private final RepeatedSums equal = new RepeatedSums();

  private DecodedBlock block() {
    Random random = new Random(3);
    long[] keys = random.longs(RECORDS * FEATURES, 0, 1 << 20).toArray();
    int[] starts = IntStream.rangeClosed(0, RECORDS).map(i -> i * FEATURES).toArray();
    float[] labels = new float[RECORDS];
    for (int i = 0; i < RECORDS; i += 2) {
      labels[i] = 1;
    }
    Examples examples = new Examples(RECORDS, labels, starts, keys, null);
    return DecodedBlock.of(
        new InputFile("memory:/", 0, 0),
        new Block(0, 0, 0, RECORDS, 0),
        new BlockContent(examples, BadRecords.NONE),
        model,
        new LocalRows(model.tables()));
  }

  @Test
  void recordsAreToldApartByTheFirstPushThoughOnlyTheirLabelsDiffer() throws Exception {
    int size = share.layout().size();
    float[] weights = new float[size];
    int first = pushed(weights);
    assertThat(equal.of(0).groups()).isEqualTo(RECORDS);
    Random random = new Random(4);
    for (int i = 0; i < size; i++) {
      weights[i] = random.nextFloat() - 0.5f;
    }
    int second = pushed(weights);
    assertThat(equal.of(0).groups()).isEqualTo(RECORDS);
    assertThat(first).isGreaterThan(3 * second);
  }

  /** How many bytes it takes to push the gradients at these weights. */
  private int pushed(float[] weights) throws InterruptedException {
    FrameWriter frames = new FrameWriter(1 << 20);
    new PushFrame(
            new WorkerAction.SendPush(
                LANE,
                1,
                new PushTarget(1, 1, 0, 1),
                new ComputedGradients(Metrics.NONE, gradients(weights), 0),
                new SentList(1, all, equal)),
            share)
        .to(frames);
    return frames.waiting();
  }

  private long[] gradients(float[] weights) throws InterruptedException {
    BlockingQueue<WorkerEvent> events = new LinkedBlockingQueue<>();
    try (ShareCompute compute =
        new ShareCompute(
            model.tables(),
            model,
            1,
            events::add,
            cause -> {
              throw new AssertionError(cause);
            })) {
      float[] copy = Arrays.copyOf(weights, weights.length);
      compute.train(1, share, 1, List.of(new LaneValues(LANE, all.places(), copy)));
      return ((WorkerEvent.Computed) events.take()).sums();
    }
  }
}
