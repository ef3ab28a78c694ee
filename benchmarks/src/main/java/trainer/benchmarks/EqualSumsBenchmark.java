package trainer.benchmarks;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import trainer.core.math.RepeatedSums;
import trainer.core.random.SplitMix64;
import trainer.worker.compute.PreparedShare;
import trainer.worker.compute.RepeatedSumPredictor;
import trainer.worker.routing.LaneList;

/**
 * The search for equal sums when a list of 39 ones a record is pushed for the first time, in
 * microseconds a share of 3,760 records.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EqualSumsBenchmark {
  private PreparedShare share;
  private LaneList list;
  private long[] sums;

  /** Sums shaped like a linear model's gradients: a record's slope where it alone has the key. */
  @Setup
  public void prepare() {
    share = MiniBatches.prepared().get(0);
    int segments = share.layout().keys().segments();
    list = new LaneList(share.layout().keys(), IntStream.range(0, segments).toArray());
    RepeatedSums.Groups groups = new RepeatedSumPredictor(share, list).apply(0);
    SplitMix64 random = new SplitMix64(3);
    long[] slopes = random(random, groups.groups());
    sums = random(random, groups.codes().length);
    for (int i = 0; i < sums.length; i++) {
      sums[i] = groups.codes()[i] > 0 ? slopes[groups.codes()[i] - 1] : sums[i];
    }
  }

  private static long[] random(SplitMix64 random, int count) {
    return IntStream.range(0, count).mapToLong(i -> random.next() >> 44).toArray();
  }

  /** The search by a hash table of the sums. */
  @Benchmark
  public RepeatedSums.Shortened lookedUp() {
    return new RepeatedSums().shorten(0, sums, 0, sums.length, table -> null);
  }

  /** The prediction by the records that alone have a key. */
  @Benchmark
  public RepeatedSums.Shortened guessed() {
    return new RepeatedSums()
        .shorten(0, sums, 0, sums.length, new RepeatedSumPredictor(share, list));
  }
}
