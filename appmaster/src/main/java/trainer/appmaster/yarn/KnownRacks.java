package trainer.appmaster.yarn;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.net.CachedDNSToSwitchMapping;
import org.apache.hadoop.net.NetworkTopology;

/**
 * The racks of the hosts that run containers, as the ResourceManager reports them. YARN's client
 * makes an object of this class and asks it for the rack of each host in a request; with a wrong
 * one the ResourceManager grants nothing on the host. One cluster for the whole process.
 *
 * <p>It has the type of a cache, since YARN's client would put one around any other mapping, and
 * that one asks for addresses in place of names.
 */
public final class KnownRacks extends CachedDNSToSwitchMapping {
  private static volatile Map<String, String> racks = Map.of();

  /** Called by Hadoop. */
  public KnownRacks() {
    super(null);
  }

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

  @Override
  public Map<String, String> getSwitchMap() {
    return racks;
  }

  @Override
  public boolean isSingleSwitch() {
    return Set.copyOf(racks.values()).size() < 2;
  }
}
