package trainer.appmaster.yarn;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.net.DNSToSwitchMapping;
import org.apache.hadoop.net.NetworkTopology;

/**
 * The racks of the hosts that run containers, as the ResourceManager reports them. YARN's client
 * makes an object of this class and asks it for the rack of each host in a request; the
 * ResourceManager fails on a wrong one. One cluster for the whole process.
 */
public final class KnownRacks implements DNSToSwitchMapping {
  private static volatile Map<String, String> racks = Map.of();

  /** Called by Hadoop. */
  public KnownRacks() {}

  /**
   * Sets the racks.
   *
   * @param known by host
   */
  static void set(Map<String, String> known) {
    racks = Map.copyOf(known);
  }

  /** The racks by host; hosts without containers are not there. */
  static Map<String, String> all() {
    return racks;
  }

  @Override
  public List<String> resolve(List<String> names) {
    Map<String, String> known = racks;
    return names.stream()
        .map(name -> known.getOrDefault(name, NetworkTopology.DEFAULT_RACK))
        .toList();
  }

  @Override
  public void reloadCachedMappings() {}

  @Override
  public void reloadCachedMappings(List<String> names) {}
}
