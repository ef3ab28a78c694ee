package trainer.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The network of a simulated cluster. Each message has a delay of its own. Between partitioned
 * hosts nothing arrives before the partition heals; as with TCP, it arrives afterwards.
 */
public final class Network {
  private final SeededSchedule schedule;
  private final int mostDelayMillis;
  private final List<Wire<?, ?>> wires = new ArrayList<>();
  private final Map<String, Long> healsAt = new HashMap<>();

  /**
   * @param mostDelayMillis the longest usual delay of a message; one message in 200 takes ten times
   *     its draw
   */
  public Network(SeededSchedule schedule, int mostDelayMillis) {
    this.schedule = schedule;
    this.mostDelayMillis = mostDelayMillis;
  }

  SeededSchedule schedule() {
    return schedule;
  }

  /** Connects two hosts. */
  public <A, B> Wire<A, B> connect(Host first, Host second) {
    Wire<A, B> wire = new Wire<>(this, first, second);
    wires.add(wire);
    return wire;
  }

  void forget(Wire<?, ?> wire) {
    wires.remove(wire);
  }

  /** The wires that stand between two hosts. */
  public List<Wire<?, ?>> between(Host one, Host other) {
    return wires.stream()
        .filter(
            wire ->
                (wire.first() == one && wire.second() == other)
                    || (wire.first() == other && wire.second() == one))
        .toList();
  }

  /** The wires of a host. */
  public List<Wire<?, ?>> of(Host host) {
    return wires.stream().filter(wire -> wire.first() == host || wire.second() == host).toList();
  }

  /** Resets all connections of a host whose process is gone, as the kernel would. */
  public void reset(Host host) {
    of(host).forEach(Wire::breakOff);
  }

  /** Partitions two hosts for a while. */
  public void partition(Host one, Host other, long millis) {
    healsAt.put(pair(one, other), schedule.nanos() + millis * 1_000_000);
  }

  /** Whether two hosts are partitioned now. */
  public boolean isPartitioned(Host one, Host other) {
    return healsAt.getOrDefault(pair(one, other), 0L) > schedule.nanos();
  }

  /** The arrival time of a message that is sent now. */
  long arrival(Host from, Host to) {
    long micros = 50L + schedule.below(mostDelayMillis * 1000);
    if (schedule.oneIn(200)) {
      micros *= 10;
    }
    long sent = Math.max(schedule.nanos(), healsAt.getOrDefault(pair(from, to), 0L));
    return sent + micros * 1000;
  }

  private static String pair(Host one, Host other) {
    return one.name().compareTo(other.name()) < 0
        ? one.name() + "|" + other.name()
        : other.name() + "|" + one.name();
  }
}
