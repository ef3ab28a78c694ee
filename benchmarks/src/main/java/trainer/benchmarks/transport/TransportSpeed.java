package trainer.benchmarks.transport;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Bytes a second and round-trip time over loopback, alternating between raw Netty and the bulk
 * connection: {@code TransportSpeed [rounds]}.
 */
public final class TransportSpeed {
  private static final int MAX_FRAME = 1 << 22;
  private static final long EACH = TimeUnit.MILLISECONDS.toNanos(700);
  private static final int[] SIZES = {1 << 16, 1 << 20};
  private static final int[] IN_FLIGHT = {1, 8};

  private TransportSpeed() {}

  /** One of the measured operations. */
  private interface Measure {
    double of(Way way) throws Exception;
  }

  public static void main(String[] args) throws Exception {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    try (Way netty = new NettyWay(MAX_FRAME);
        Way lane = new LaneWay(MAX_FRAME)) {
      for (int size : SIZES) {
        for (int inFlight : IN_FLIGHT) {
          String what = size / 1024 + " KiB, " + inFlight + " in flight, GB/s";
          compare(what, rounds, netty, lane, way -> rate(way, size, inFlight));
        }
      }
      compare("there and back, median, us", rounds, netty, lane, TransportSpeed::ping);
    }
    System.exit(0);
  }

  /** The first round warms up. */
  private static void compare(String what, int rounds, Way netty, Way lane, Measure measure)
      throws Exception {
    List<Double> ofNetty = new ArrayList<>();
    List<Double> ours = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round <= rounds; round++) {
      double one = measure.of(netty);
      double other = measure.of(lane);
      if (round > 0) {
        ofNetty.add(one);
        ours.add(other);
        ratios.add(other / one);
      }
    }
    System.out.printf(
        "%-32s netty %7.2f, bulk %7.2f, bulk / netty %.2f (%.2f to %.2f)%n",
        what,
        median(ofNetty),
        median(ours),
        median(ratios),
        Collections.min(ratios),
        Collections.max(ratios));
  }

  private static double rate(Way way, int size, int inFlight) throws Exception {
    for (int i = 0; i < inFlight; i++) {
      way.send(size);
    }
    long sent = 0;
    long start = System.nanoTime();
    long now = start;
    while (now - start < EACH) {
      way.await();
      way.send(size);
      sent += size;
      now = System.nanoTime();
    }
    for (int i = 0; i < inFlight; i++) {
      way.await();
    }
    return sent / (double) (now - start);
  }

  private static double ping(Way way) throws Exception {
    double[] micros = new double[1 << 17];
    int count = 0;
    long end = System.nanoTime() + EACH;
    long now = System.nanoTime();
    while (now < end && count < micros.length) {
      way.ping();
      way.await();
      long then = System.nanoTime();
      micros[count++] = (then - now) / 1e3;
      now = then;
    }
    Arrays.sort(micros, 0, count);
    return micros[count / 2];
  }

  private static double median(List<Double> of) {
    List<Double> sorted = new ArrayList<>(of);
    Collections.sort(sorted);
    return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
  }
}
