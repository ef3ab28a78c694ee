package trainer.client.yarn;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * The rules by which the scheduler sizes and places containers, as far as this client's
 * configuration gives them. The ResourceManager tells them to no client.
 *
 * <pre>
 * memory   raised to yarn.scheduler.minimum-allocation-mb, then to a multiple of the increment:
 *          yarn.resource-types.memory-mb.increment-allocation or
 *          yarn.scheduler.increment-allocation-mb, else the minimum itself
 * vcores   count under the fair scheduler, and under the capacity scheduler where
 *          yarn.scheduler.capacity.resource-calculator is the DominantResourceCalculator
 * </pre>
 *
 * <p>Hadoop's own defaults do not count: a client without these keys knows nothing of the
 * scheduler, and must not refuse a job by a guess. So the check errs in favour of the job.
 *
 * @param leastMb the smallest container; 1 where it is not known
 * @param stepMb containers are multiples of it; 1 where it is not known
 * @param dividesCores whether containers are placed by vcores as well
 */
record SchedulerRules(long leastMb, long stepMb, boolean dividesCores) {
  /** Of a scheduler of which nothing is known. */
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
      site.addResource(CAPACITY_FILE); // lies beside yarn-site.xml, which is all that is read
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

  /** What YARN gives a container that asks for so much. */
  long given(long askedMb) {
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
