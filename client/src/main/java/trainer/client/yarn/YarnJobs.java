package trainer.client.yarn;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import trainer.client.watch.ListedJob;
import trainer.core.job.JobId;

/** The jobs in the ResourceManager's memory. */
public final class YarnJobs {
  /** The tag of an application that carries a session. */
  static final String SESSION_TAG = "trainer-session";

  private static final List<String> ADDRESS_KEYS =
      List.of(
          YarnConfiguration.RM_ADDRESS, YarnConfiguration.RM_HOSTNAME, YarnConfiguration.RM_HA_IDS);

  private static final EnumSet<YarnApplicationState> RUNNING =
      EnumSet.complementOf(
          EnumSet.of(
              YarnApplicationState.FINISHED,
              YarnApplicationState.FAILED,
              YarnApplicationState.KILLED));

  private YarnJobs() {}

  /** Whether a cluster is configured at all: Hadoop's defaults name one on this machine. */
  public static boolean isConfigured(Configuration hadoop) {
    for (String key : ADDRESS_KEYS) {
      String[] sources = hadoop.getPropertySources(key);
      if (sources != null && sources.length > 0 && !sources[0].endsWith("-default.xml")) {
        return true;
      }
    }
    return false;
  }

  /** The user that submitted an application. */
  public static String owner(String application, YarnConnection yarn) {
    ApplicationId id = ApplicationId.fromString(application);
    return yarn.call(client -> client.getApplicationReport(id)).getUser();
  }

  /** Whether an application has ended. */
  public static boolean isOver(String application, YarnConnection yarn) {
    ApplicationId id = ApplicationId.fromString(application);
    YarnApplicationState state =
        yarn.call(client -> client.getApplicationReport(id)).getYarnApplicationState();
    return !RUNNING.contains(state);
  }

  /** Every application of Trainer that the ResourceManager knows, and whether it has not ended. */
  public static Map<String, Boolean> running(YarnConnection yarn) {
    return yarn
        .call(
            client ->
                client.getApplications(
                    Set.of(YarnSubmission.TYPE), EnumSet.allOf(YarnApplicationState.class)))
        .stream()
        .collect(
            Collectors.toMap(
                report -> report.getApplicationId().toString(),
                report -> RUNNING.contains(report.getYarnApplicationState())));
  }

  /** The user's jobs, oldest first. */
  public static List<ListedJob> of(String user, YarnConnection yarn, Configuration hadoop) {
    List<ApplicationReport> reports =
        yarn.call(
            client ->
                client.getApplications(
                    Set.of(YarnSubmission.TYPE), EnumSet.allOf(YarnApplicationState.class)));
    StoredReports stored = new StoredReports(hadoop);
    List<ListedJob> newestFirst = new ArrayList<>();
    reports.stream()
        .filter(report -> user.equals(report.getUser()))
        .sorted((a, b) -> b.getApplicationId().compareTo(a.getApplicationId()))
        .forEach(report -> newestFirst.add(listed(report, stored)));
    Collections.reverse(newestFirst);
    return newestFirst;
  }

  /** The tags of all users' jobs that have not ended. */
  static Set<String> tagsOfRunning(YarnConnection yarn) {
    return yarn
        .call(client -> client.getApplications(Set.of(YarnSubmission.TYPE), RUNNING))
        .stream()
        .flatMap(report -> report.getApplicationTags().stream())
        .collect(Collectors.toSet());
  }

  private static ListedJob listed(ApplicationReport report, StoredReports stored) {
    String state = state(report);
    String diagnostics = report.getDiagnostics() == null ? "" : report.getDiagnostics();
    return new ListedJob(
        ListedJob.name(new JobId(report.getApplicationId().toString(), isSession(report) ? 0 : 1)),
        isSession(report),
        "yarn",
        report.getName(),
        state,
        state.equals("EXITED") && stored.isStopped(diagnostics),
        report.getProgress(),
        report.getStartTime());
  }

  /** Whether an application carries a session. */
  static boolean isSession(ApplicationReport report) {
    return report.getApplicationTags().contains(SESSION_TAG);
  }

  private static String state(ApplicationReport report) {
    FinalApplicationStatus end = report.getFinalApplicationStatus();
    return switch (report.getYarnApplicationState()) {
      case FINISHED, FAILED, KILLED ->
          end == FinalApplicationStatus.SUCCEEDED
              ? "EXITED"
              : end == FinalApplicationStatus.KILLED ? "KILLED" : "FAILED";
      case RUNNING -> "RUNNING";
      default -> "YARN " + report.getYarnApplicationState();
    };
  }
}
