package trainer.client.yarn;

import java.util.List;
import java.util.TreeMap;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.text.Quantity;

/**
 * The containers that a queue can ever give a job: with nothing else in it, and the nodes that are
 * there now. Memory counts, which every scheduler divides; the largest containers come first, each
 * on the node that it fits most tightly.
 *
 * <p>Example: two nodes of 4,096 MB and a queue of at most 75 % give a master, a pserver and four
 * workers of 1,024 MB each.
 *
 * @param queue its name
 * @param nodesMb the memory of each node
 * @param queueMb the most memory that the queue may have
 */
record ClusterRoom(String queue, List<Long> nodesMb, long queueMb) {
  /** The processes of a job that fit. */
  private record Fit(boolean master, int pservers, int workers) {}

  /**
   * Refuses a job that cannot begin.
   *
   * @return what the job will get, in words
   * @throws FailureException RESOURCE_TOO_LARGE where its pservers, all of which it needs, or its
   *     least workers do not fit
   */
  String check(Settings settings) {
    int pservers = settings.get(Keys.PSERVERS);
    int least = settings.get(Keys.WORKERS_MIN);
    Fit fit = fit(settings, pservers, settings.get(Keys.WORKERS));
    if (!settings.get(Keys.OVERCOMMIT)) {
      if (fit.pservers() < pservers) {
        throw refused(settings, Keys.PSERVERS, Quantity.of(pservers, "pserver"), fit.pservers());
      }
      if (fit.workers() < least) {
        throw refused(settings, Keys.WORKERS_MIN, Quantity.of(least, "worker"), fit.workers());
      }
    }
    return words(settings, fit);
  }

  private Fit fit(Settings settings, int pservers, int workers) {
    Packing packing = new Packing(nodesMb, queueMb);
    int masterMb = settings.get(Keys.MASTER_MEMORY_MB);
    int pserverMb = settings.get(Keys.PSERVER_MEMORY_MB);
    boolean master = pserverMb <= masterMb && packing.place(masterMb, 1) == 1;
    int placed = packing.place(pserverMb, pservers);
    master |= pserverMb > masterMb && packing.place(masterMb, 1) == 1;
    return new Fit(
        master,
        placed,
        placed < pservers ? 0 : packing.place(settings.get(Keys.WORKER_MEMORY_MB), workers));
  }

  private String words(Settings settings, Fit fit) {
    int pservers = settings.get(Keys.PSERVERS);
    int workers = settings.get(Keys.WORKERS);
    String text =
        size()
            + " for "
            + (fit.master() ? "the master" : "no master")
            + ", "
            + some(fit.pservers(), pservers, "pserver")
            + " and "
            + some(fit.workers(), workers, "worker");
    if (fit.workers() == workers) {
      return text;
    }
    return text
        + (settings.get(Keys.START) == Keys.Start.MIN
            ? "; training begins with trainer.workers.min"
            : "; training begins with what there is after trainer.start.patience, "
                + settings.get(Keys.START_PATIENCE).toSeconds()
                + " s");
  }

  private static String some(int fit, int wanted, String noun) {
    return fit == wanted ? Quantity.of(wanted, noun) : fit + " of " + Quantity.of(wanted, noun);
  }

  private String size() {
    long clusterMb = nodesMb.stream().mapToLong(Long::longValue).sum();
    return "queue "
        + queue
        + " has room, with nothing else in it ("
        + Quantity.grouped(Math.min(queueMb, clusterMb))
        + " MB of "
        + Quantity.grouped(clusterMb)
        + " MB on "
        + Quantity.of(nodesMb.size(), "node")
        + ")";
  }

  private FailureException refused(Settings settings, Key<Integer> key, String what, int most) {
    return new FailureException(
        FailureKind.RESOURCE_TOO_LARGE,
        what
            + " cannot be had at once: "
            + size()
            + ", with the master of "
            + Quantity.grouped(settings.get(Keys.MASTER_MEMORY_MB))
            + " MB, for "
            + most,
        key.name(),
        (most >= 1 ? "set it to " + most + " or less, or memory-mb" : "set memory-mb")
            + " to less; trainer.overcommit=true waits for a larger cluster");
  }

  /** Places containers on nodes. */
  private static final class Packing {
    /** How many nodes have so many megabytes left. */
    private final TreeMap<Long, Integer> free = new TreeMap<>();

    private long left;

    Packing(List<Long> nodesMb, long queueMb) {
      nodesMb.forEach(node -> free.merge(node, 1, Integer::sum));
      left = queueMb;
    }

    /** Places up to {@code count} containers of a size; returns how many. */
    int place(long memoryMb, int count) {
      int placed = 0;
      Long node = free.ceilingKey(memoryMb);
      while (placed < count && node != null && left >= memoryMb) {
        free.computeIfPresent(node, (mb, nodes) -> nodes == 1 ? null : nodes - 1);
        free.merge(node - memoryMb, 1, Integer::sum);
        left -= memoryMb;
        placed++;
        node = free.ceilingKey(memoryMb);
      }
      return placed;
    }
  }
}
