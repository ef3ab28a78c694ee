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
import trainer.core.fact.Fact;

/**
 * The nodes that get no new containers, since our processes fail or are slow there. With 3 failures
 * and 3 strikes: the third failure within a parole's time puts a node on the list; when its parole
 * is over it is free, and its failures forgotten; the third time it stays on the list for good.
 * What runs on it goes on.
 *
 * <p>As soon as the nodes on it are a third of all, the list is off: then it is hardly the nodes,
 * and a cluster without them has no room. It stays off until there are fewer, or more nodes.
 *
 * <p>Strikes are recorded; single failures are not, and a new master counts them from 0. Of a
 * parole it does not know how much is over, so it begins anew.
 */
final class Blacklist {
  private static final int FEW = 3;
  private static final long FREE = Long.MIN_VALUE;
  private static final long FROM_NOW = Long.MIN_VALUE + 1;
  private static final long FOR_GOOD = Long.MAX_VALUE;

  /** What has changed about a node. */
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

  /** The cluster has so many nodes. */
  void size(int count) {
    hosts = count;
  }

  /** Whether it is known yet how many nodes there are, and so whether the list is off. */
  boolean isSized() {
    return hosts > 0;
  }

  /** An earlier master noted this of a node. */
  void remember(Fact.NodeNoted noted) {
    Node node = node(noted.host());
    node.strikes = noted.strikes();
    node.until =
        switch (noted.standing()) {
          case Fact.NodeNoted.PAROLE -> FROM_NOW;
          case Fact.NodeNoted.BARRED -> FOR_GOOD;
          default -> FREE;
        };
  }

  /** A process of ours failed there, and nothing else is known to be to blame. */
  Optional<Change> failed(String host, String containerId, String why, long now) {
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

  /** It was not the node: what ran in this container does the same elsewhere. */
  void absolve(String containerId) {
    absolved.add(containerId);
    nodes.values().forEach(node -> node.failures.remove(containerId));
  }

  /** So many of our processes there are slow. */
  Optional<Change> slow(String host, int slow, int all, long now) {
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
    String standing = isLast ? Fact.NodeNoted.BARRED : Fact.NodeNoted.PAROLE;
    return new Change(host, standing, node.strikes, why);
  }

  /** Frees those whose parole is over. */
  List<Change> look(long now) {
    List<Change> freed = new ArrayList<>();
    nodes.forEach(
        (host, node) -> {
          if (node.until == FROM_NOW) {
            node.until = now + parole();
          } else if (node.isListed() && node.until != FOR_GOOD && now >= node.until) {
            node.until = FREE;
            freed.add(new Change(host, Fact.NodeNoted.FREE, node.strikes, "its parole is over"));
          }
        });
    return freed;
  }

  /** When {@link #look} is due. */
  long nextDeadline() {
    return nodes.values().stream()
        .filter(node -> node.isListed() && node.until != FROM_NOW)
        .mapToLong(node -> node.until)
        .min()
        .orElse(FOR_GOOD);
  }

  /** Those on the list, whether it is off or not. */
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

  /** Those that get no containers now. */
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
