package trainer.it.simulation.scenario;

import java.util.List;
import java.util.stream.IntStream;

/** The hosts of a simulated cluster; the blocks of some inputs are on them. */
public final class SimHosts {
  public static final List<String> ALL =
      IntStream.range(0, 7).mapToObj(host -> "host-" + host).toList();

  private SimHosts() {}

  /** The name of a host, by any number. */
  static String name(int number) {
    return ALL.get(number % ALL.size());
  }
}
