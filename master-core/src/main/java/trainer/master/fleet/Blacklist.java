package trainer.master.fleet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import trainer.core.fact.FleetFact;

/**
 * The nodes that get no new containers, because processes of this application fail or are slow
 * there. Running containers stay. Example with 3 failures and 3 strikes:
 *
 * <ol>
 *   <li>The third failure within the parole time is a strike: it puts a node on the list.
 *   <li>When the parole is over, the node is free and its failures are forgotten.
 *   <li>The third strike is for good.
 * </ol>
 *
 * <p>The list is off while a third or more of all nodes are on it. The nodes are then hardly the
 * cause, and a cluster without them has no room.
 *
 * <p>Strikes are recorded; single failures are not, so a new master counts them from 0. The elapsed
 * part of a parole is unknown to a new master, so the parole restarts.
 */
final class Blacklist {
  private static final int FEW = 3;
  private static final long FREE = Long.MIN_VALUE;
  private static final long FROM_NOW = Long.MIN_VALUE + 1;
  private static final long FOR_GOOD = Long.MAX_VALUE;

  /** A change of a node's standing. */
  record Change(String host, String standing, int strikes, String why) {}

  private static final class Node {
    private final Map<String, Long> failures = new LinkedHashMap<>();
    private int strikes;
    private long until = FREE;

    private boolean isListed() {
      return until != FREE;
    }
  }

  private final Map<String, Node> nodes = new TreeMap<>();
  private final Set<String> absolved = new HashSet<>();
  private BlacklistTerms terms = new BlacklistTerms(3, 0.5f, Duration.ofMinutes(10), 3);
  private int hosts;

  void terms(BlacklistTerms of) {
    terms = of;
  }

  /** Sets the number of nodes of the cluster. */
  void size(int count) {
    hosts = count;
  }

  /** Whether the number of nodes is known, and so whether the list is off. */
  boolean isSized() {
    return hosts > 0;
  }

  /** Restores a node's standing from an earlier master's fact. */
  void remember(FleetFact.NodeNoted noted) {
    Node node = node(noted.host());
    node.strikes = noted.strikes();
    node.until =
        switch (noted.standing()) {
          case FleetFact.NodeNoted.PAROLE -> FROM_NOW;
          case FleetFact.NodeNoted.BARRED -> FOR_GOOD;
          default -> FREE;
        };
  }

  /** Counts a failure of a process on a node, if no other cause is known. */
  Optional<Change> onFailed(String host, String containerId, String why, long now) {
    Node node = node(host);
    if (node.isListed() || absolved.contains(containerId)) {
      return Optional.empty();
    }
    node.failures.values().removeIf(at -> now - at > parole());
    node.failures.put(containerId, now);
    int count = node.failures.size();
    return count < terms.failures()
        ? Optional.empty()
        : Optional.of(
            strike(
                host,
                count
                    + (count == 1 ? " process" : " processes")
                    + " failed there within "
                    + terms.parole().toSeconds()
                    + " s; the last: "
                    + why,
                now));
  }

  /** Excludes a container's failure: its process fails on other nodes too. */
  void absolve(String containerId) {
    absolved.add(containerId);
    nodes.values().forEach(node -> node.failures.remove(containerId));
  }

  /** Counts slow processes on a node. */
  Optional<Change> onSlow(String host, int slow, int all, long now) {
    return node(host).isListed() || slow < terms.slowShare() * all || slow == 0
        ? Optional.empty()
        : Optional.of(strike(host, slow + " of " + all + " processes there are slow", now));
  }

  private Change strike(String host, String why, long now) {
    Node node = node(host);
    node.strikes++;
    node.failures.clear();
    boolean isLast = node.strikes >= terms.strikes();
    node.until = isLast ? FOR_GOOD : now + parole();
    String standing = isLast ? FleetFact.NodeNoted.BARRED : FleetFact.NodeNoted.PAROLE;
    return new Change(host, standing, node.strikes, why);
  }

  /** Frees the nodes whose parole is over. */
  List<Change> reconcile(long now) {
    List<Change> freed = new ArrayList<>();
    nodes.forEach(
        (host, node) -> {
          if (node.until == FROM_NOW) {
            node.until = now + parole();
          } else if (node.isListed() && node.until != FOR_GOOD && now >= node.until) {
            node.until = FREE;
            freed.add(
                new Change(host, FleetFact.NodeNoted.FREE, node.strikes, "its parole is over"));
          }
        });
    return freed;
  }

  /** The time at which {@link #reconcile} is due. */
  long nextDeadline() {
    return nodes.values().stream()
        .filter(node -> node.isListed() && node.until != FROM_NOW)
        .mapToLong(node -> node.until)
        .min()
        .orElse(FOR_GOOD);
  }

  /** The nodes on the list, whether it is off or not. */
  Set<String> listed() {
    Set<String> listed = new TreeSet<>();
    nodes.forEach(
        (host, node) -> {
          if (node.isListed()) {
            listed.add(host);
          }
        });
    return listed;
  }

  /** The nodes that get no containers now. */
  Set<String> avoided() {
    Set<String> listed = listed();
    boolean isOff = isSized() && listed.size() * FEW >= hosts;
    return isOff ? Set.of() : listed;
  }

  private Node node(String host) {
    return nodes.computeIfAbsent(host, of -> new Node());
  }

  private long parole() {
    return terms.parole().toNanos();
  }
}
