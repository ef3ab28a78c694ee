package trainer.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import trainer.core.math.RepeatedSums;
import trainer.core.message.Metrics;
import trainer.core.random.SplitMix64;
import trainer.core.table.KeyList;
import trainer.protocol.bulk.BulkFrame;
import trainer.protocol.bulk.FrameReader;
import trainer.protocol.bulk.FrameWriter;

/** Encoding and decoding a mini-batch of 3,760 records, in microseconds. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class WireBenchmark {
  private static final int MAX_FRAME = 1 << 24;
  private static final int RECORDS = 752;

  /** Whether five of six sums are those of one of the records, or all differ. */
  @Param({"true", "false"})
  public boolean equal;

  private final FrameWriter writer = new FrameWriter(MAX_FRAME);
  private final FrameReader reader = new FrameReader(MAX_FRAME);
  private final RepeatedSums sender = new RepeatedSums();
  private final RepeatedSums receiver = new RepeatedSums();
  private final Wire wire = new Wire(reader);
  private KeyList keys;
  private long[] sums;
  private long[] read;

  @Setup
  public void prepare() {
    keys = MiniBatches.prepared().get(0).layout().keys();
    sums = new long[keys.keys().length];
    read = new long[sums.length];
    SplitMix64 random = new SplitMix64(2);
    for (int i = 0; i < sums.length; i++) {
      long next = random.next();
      boolean ofARecord = equal && i % 6 != 0;
      sums[i] = ofARecord ? 1 + Math.floorMod(next, RECORDS) : next >> 44;
    }
  }

  /** A key list, there and back. */
  @Benchmark
  public KeyList keys() throws IOException {
    writer.keys(1, BulkFrame.Mode.TRAIN, keys);
    writer.writeTo(wire);
    return ((BulkFrame.Keys) reader.next()).keys();
  }

  /** A push of a list that was pushed before, there and back. */
  @Benchmark
  public long[] push() throws IOException {
    int[] ends = {sums.length};
    writer.push(1, 1, 0, 1, Metrics.NONE, 1, sender, table -> null, sums, ends);
    writer.writeTo(wire);
    BulkFrame.Push push = (BulkFrame.Push) reader.next();
    if (!push.sums().learn(receiver)) {
      throw new IllegalStateException("it rests on what was never said");
    }
    push.sums().readInto(read, receiver);
    return read;
  }

  /** A channel that passes written bytes directly to a reader. */
  private record Wire(FrameReader reader) implements WritableByteChannel {
    @Override
    public int write(ByteBuffer bytes) {
      int length = bytes.remaining();
      reader.feed(bytes);
      return length;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
