package trainer.client.yarn;

import java.util.List;
import java.util.Optional;
import trainer.client.yarn.ContainerPacking.Size;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.Role;
import trainer.core.text.Quantity;

/**
 * The containers that a queue can ever give a job: on the present nodes, with no other application
 * in the queue. The largest containers are placed first, each on the node that it fits most
 * tightly. Memory counts as the scheduler rounds it; vcores count if the scheduler allocates them.
 * The present use by others is reported, but refuses no job.
 *
 * <p>Example: two nodes of 4,096 MB and a queue of at most 75 % give a master, a pserver and four
 * workers of 1,024 MB each.
 *
 * @param queue its name
 * @param nodes the size of each node
 * @param most the maximum of the queue
 * @param freeMb the memory that no application uses now
 * @param rules the rules by which the scheduler sizes and places containers
 */
record ClusterRoom(String queue, List<Size> nodes, Size most, long freeMb, SchedulerRules rules) {
  /** The processes of a job that fit. */
  private record Fit(boolean master, int pservers, int workers, boolean standby) {}

  /**
   * Refuses a job that cannot begin.
   *
   * @return the room for the job, in words
   * @throws FailureException RESOURCE_TOO_LARGE if its pservers, all of which it needs, or its
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
    return describe(settings, fit);
  }

  /**
   * The shortfall of a job that is scaled up; empty if all of it fits. Nothing is refused: the
   * master keeps the target, and nodes may be added.
   *
   * @param settings of the job, with the new numbers of processes
   */
  Optional<String> shortfall(Settings settings, Role role) {
    int pservers = settings.get(Keys.PSERVERS);
    int workers = settings.get(Keys.WORKERS);
    Fit fit = fit(settings, pservers, workers);
    boolean isOfWorkers = role == Role.WORKER;
    int wanted = isOfWorkers ? workers : pservers;
    int placed = isOfWorkers ? fit.workers() : fit.pservers();
    return placed >= wanted
        ? Optional.empty()
        : Optional.of(size() + (placed == 0 ? none(role) : atMost(placed, role)));
  }

  private static String none(Role role) {
    return " for no " + role.word() + "; those that are not there yet wait for a larger share";
  }

  private static String atMost(int placed, Role role) {
    return " for at most "
        + Quantity.of(placed, role.word())
        + "; the others wait for more nodes, or scale to "
        + placed
        + " or less";
  }

  private Fit fit(Settings settings, int pservers, int workers) {
    ContainerPacking packing = new ContainerPacking(nodes, most);
    Size ofMaster = size(settings, Keys.MASTER_MEMORY_MB, Keys.MASTER_VCORES);
    Size ofPserver = size(settings, Keys.PSERVER_MEMORY_MB, Keys.PSERVER_VCORES);
    Size ofWorker = size(settings, Keys.WORKER_MEMORY_MB, Keys.WORKER_VCORES);
    boolean master = ofPserver.mb() <= ofMaster.mb() && packing.place(ofMaster, 1) == 1;
    int placed = packing.place(ofPserver, pservers);
    master |= ofPserver.mb() > ofMaster.mb() && packing.place(ofMaster, 1) == 1;
    int placedWorkers = placed < pservers ? 0 : packing.place(ofWorker, workers);
    return new Fit(master, placed, placedWorkers, packing.place(ofMaster, 1) == 1);
  }

  private Size size(Settings settings, Key<Integer> memory, Key<Integer> cores) {
    return new Size(
        rules.allocation(settings.get(memory)), rules.dividesCores() ? settings.get(cores) : 0);
  }

  private String describe(Settings settings, Fit fit) {
    int pservers = settings.get(Keys.PSERVERS);
    int workers = settings.get(Keys.WORKERS);
    String text =
        size()
            + " for "
            + (fit.master() ? "the master" : "no master")
            + ", "
            + fitting(fit.pservers(), pservers, "pserver")
            + " and "
            + fitting(fit.workers(), workers, "worker")
            + (settings.get(Keys.STANDBY) && !fit.standby() ? ", but for no standby" : "");
    String now = "; " + Quantity.grouped(freeMb) + " MB of it are free now";
    if (fit.workers() == workers) {
      return text + now;
    }
    return text
        + now
        + (settings.get(Keys.START) == Keys.Start.MIN
            ? "; training begins with trainer.workers.min"
            : "; training begins with what there is after trainer.start.patience, "
                + settings.get(Keys.START_PATIENCE).toSeconds()
                + " s");
  }

  private static String fitting(int fit, int wanted, String noun) {
    return fit == wanted ? Quantity.of(wanted, noun) : fit + " of " + Quantity.of(wanted, noun);
  }

  private String size() {
    Size all = all();
    Size given = new Size(Math.min(most.mb(), all.mb()), Math.min(most.cores(), all.cores()));
    return "queue "
        + queue
        + " has room, with nothing else in it ("
        + Quantity.grouped(given.mb())
        + " MB of "
        + Quantity.grouped(all.mb())
        + " MB"
        + (rules.dividesCores() ? " and " + Quantity.of(given.cores(), "vcore") : "")
        + " on "
        + Quantity.of(nodes.size(), "node")
        + (rules.stepMb() > 1
            ? ", a container in steps of " + Quantity.grouped(rules.stepMb()) + " MB"
            : "")
        + ")";
  }

  private Size all() {
    return new Size(
        nodes.stream().mapToLong(Size::mb).sum(), nodes.stream().mapToLong(Size::cores).sum());
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
}
