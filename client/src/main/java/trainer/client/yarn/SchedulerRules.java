package trainer.client.yarn;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * The rules by which the scheduler sizes and places containers, as far as this client's
 * configuration gives them. The ResourceManager does not report them to clients.
 *
 * <pre>
 * memory   raised to yarn.scheduler.minimum-allocation-mb, then to a multiple of the increment:
 *          yarn.resource-types.memory-mb.increment-allocation or
 *          yarn.scheduler.increment-allocation-mb, else the minimum itself
 * vcores   count under the fair scheduler, and under the capacity scheduler where
 *          yarn.scheduler.capacity.resource-calculator is the DominantResourceCalculator
 * </pre>
 *
 * <p>Hadoop's own defaults do not count. Without these keys a client has no information on the
 * scheduler, and must not refuse a job by a guess. The check errs in favour of the job.
 *
 * @param leastMb the smallest container; 1 if unknown
 * @param stepMb containers are multiples of it; 1 if unknown
 * @param dividesCores whether containers are placed by vcores as well
 */
record SchedulerRules(long leastMb, long stepMb, boolean dividesCores) {
  /** The rules of an unknown scheduler. */
  static final SchedulerRules UNKNOWN = new SchedulerRules(1, 1, false);

  private static final String CALCULATOR = "yarn.scheduler.capacity.resource-calculator";
  private static final String CAPACITY_FILE = "capacity-scheduler.xml";
  private static final List<String> STEPS =
      List.of(
          "yarn.resource-types.memory-mb.increment-allocation",
          "yarn.scheduler.increment-allocation-mb");

  static SchedulerRules of(Configuration hadoop) {
    Configuration site = new Configuration(hadoop);
    if (site.get(CALCULATOR) == null) {
      // The file lies beside yarn-site.xml, and clients of YARN do not read it themselves.
      site.addResource(CAPACITY_FILE);
    }
    long least = megabytes(site, YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 1);
    long step = least;
    for (String key : STEPS) {
      step = megabytes(site, key, step);
    }
    boolean isFair = site.get(YarnConfiguration.RM_SCHEDULER, "").endsWith(".FairScheduler");
    boolean isDominant = site.get(CALCULATOR, "").endsWith(".DominantResourceCalculator");
    return new SchedulerRules(least, step, isFair || isDominant);
  }

  /** The memory of a container that requests this much. */
  long allocation(long askedMb) {
    long raised = Math.max(askedMb, leastMb);
    return (raised + stepMb - 1) / stepMb * stepMb;
  }

  private static long megabytes(Configuration site, String key, long otherwise) {
    String[] sources = site.getPropertySources(key);
    boolean isDefault =
        sources != null && Arrays.stream(sources).allMatch(one -> one.endsWith("-default.xml"));
    String text = isDefault ? "" : site.getTrimmed(key, "").replaceFirst("(?i) *M[ib]*$", "");
    return text.matches("[1-9][0-9]{0,9}") ? Long.parseLong(text) : otherwise;
  }
}
