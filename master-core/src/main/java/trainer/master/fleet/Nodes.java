package trainer.master.fleet;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.FleetFact;
import trainer.core.time.Moment;

/**
 * Publishes the {@link Blacklist} to the cluster and the jobs. Each change is recorded before the
 * cluster is asked to avoid a node. Each master asks the cluster again.
 */
final class Nodes {
  private static final Logger LOG = LoggerFactory.getLogger(Nodes.class);

  private final Blacklist blacklist = new Blacklist();
  private final Map<String, FleetFact.NodeNoted> noted = new LinkedHashMap<>();
  private final Set<AllocatedContainer> slow = new LinkedHashSet<>();
  private Set<String> sent = Set.of();
  private boolean isAnew;
  private boolean isNews;

  /** Restores a fact of an earlier master, which the cluster may still apply. */
  void remember(FleetFact.NodeNoted fact) {
    blacklist.remember(fact);
    noted.put(fact.host(), fact);
    sent = Set.copyOf(noted.keySet()); // the cluster may not know yet which of them are free again
    isAnew = true;
    isNews = true;
  }

  void terms(BlacklistTerms terms) {
    blacklist.terms(terms);
  }

  void size(int hosts) {
    blacklist.size(hosts);
  }

  /** Whether a host gets no new containers. */
  boolean isAvoided(String host) {
    return blacklist.avoided().contains(host);
  }

  /** Counts a failed process against a host. */
  void onFailed(String host, String containerId, String why, Moment now, FleetOutbox out) {
    blacklist
        .onFailed(host, containerId, why, now.nanos())
        .ifPresent(change -> note(change, now, out));
  }

  /** Excludes the node from blame for the end of a container. */
  void absolve(String containerId) {
    blacklist.absolve(containerId);
  }

  /** Marks a process as slow, or as recovered. */
  void onSlow(AllocatedContainer container, boolean isSlow) {
    if (isSlow) {
      slow.add(container);
    } else {
      slow.remove(container);
    }
  }

  void onEnded(AllocatedContainer container) {
    slow.remove(container);
  }

  /** The latest time at which {@link #reconcile} is due. */
  long nextDeadline() {
    return blacklist.nextDeadline();
  }

  /**
   * Updates the list and publishes changes.
   *
   * @param all the existing containers
   */
  void reconcile(Collection<AllocatedContainer> all, Moment now, FleetOutbox out) {
    blacklist.reconcile(now.nanos()).forEach(change -> note(change, now, out));
    for (AllocatedContainer one : List.copyOf(slow)) {
      reconcileSlow(one.host(), all, now).ifPresent(change -> struck(change, now, out));
    }
    Set<String> avoided = blacklist.avoided();
    if (blacklist.isSized() && (isNews || !avoided.equals(sent))) {
      sendBlacklist(avoided, out);
    }
  }

  private Optional<Blacklist.Change> reconcileSlow(
      String host, Collection<AllocatedContainer> all, Moment now) {
    int there = 0;
    int slowThere = 0;
    for (AllocatedContainer one : all) {
      if (one.host().equals(host) && one.isLaunched() && !one.isGivenBack()) {
        there++;
        slowThere += slow.contains(one) ? 1 : 0;
      }
    }
    return blacklist.onSlow(host, slowThere, there, now.nanos());
  }

  /** Applies a strike for slowness. Each slow process counts once: the next strike needs others. */
  private void struck(Blacklist.Change change, Moment now, FleetOutbox out) {
    slow.removeIf(one -> one.host().equals(change.host()));
    note(change, now, out);
  }

  private void note(Blacklist.Change change, Moment now, FleetOutbox out) {
    LOG.warn(
        "{} is {} ({}. time): {}",
        change.host(),
        change.standing(),
        change.strikes(),
        change.why());
    FleetFact.NodeNoted fact =
        new FleetFact.NodeNoted(
            change.host(), change.standing(), change.strikes(), change.why(), now.millis());
    noted.put(change.host(), fact);
    isNews = true;
    out.appendDurably(fact);
  }

  private void sendBlacklist(Set<String> avoided, FleetOutbox out) {
    Set<String> more = new TreeSet<>(avoided);
    more.removeAll(isAnew ? Set.of() : sent);
    Set<String> fewer = new TreeSet<>(sent);
    fewer.removeAll(avoided);
    sent = avoided;
    isAnew = false;
    isNews = false;
    if (!more.isEmpty() || !fewer.isEmpty()) {
      out.act(new FleetAction.Avoid(more, fewer));
    }
    out.onNodesChanged(noted.values(), avoided);
  }
}
