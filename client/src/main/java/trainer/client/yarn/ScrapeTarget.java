package trainer.client.yarn;

import java.net.URI;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import trainer.client.watch.ListedJob;
import trainer.core.failure.FailureException;
import trainer.core.job.JobId;

/**
 * One entry of Prometheus' service discovery ({@code http_sd} and {@code file_sd}): the metrics of
 * a running job or session, through YARN's web proxy.
 *
 * @param targets the {@code host:port} of the proxy
 * @param labels those that Prometheus reads, which begin with two underscores, and those of the job
 */
public record ScrapeTarget(List<String> targets, Map<String, String> labels) {
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  public ScrapeTarget {
    targets = List.copyOf(targets);
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels)); // in their order
  }

  /**
   * The running jobs and sessions of all users, by application id. The ResourceManager alone is
   * asked, which knows the proxy's address.
   *
   * @throws FailureException CONFIG_INVALID without a configured cluster, CLUSTER_UNREACHABLE
   */
  public static List<ScrapeTarget> ofRunning(Configuration hadoop) {
    try (YarnConnection yarn = YarnConnection.open(hadoop)) {
      return yarn
          .call(
              client ->
                  client.getApplications(
                      Set.of(YarnSubmission.TYPE), EnumSet.of(YarnApplicationState.RUNNING)))
          .stream()
          .sorted(Comparator.comparing(ApplicationReport::getApplicationId))
          .flatMap(ScrapeTarget::of)
          .toList();
    }
  }

  /** None while the ResourceManager has no address of the application's page. */
  static Stream<ScrapeTarget> of(ApplicationReport report) {
    String application = report.getApplicationId().toString();
    return proxy(report.getTrackingUrl())
        .filter(url -> url.getPath().endsWith("/proxy/" + application + "/"))
        .map(
            url -> {
              boolean isSession = YarnJobs.isSession(report);
              Map<String, String> labels = new LinkedHashMap<>();
              labels.put("__scheme__", url.getScheme());
              labels.put("__metrics_path__", url.getPath() + "metrics");
              labels.put("job_id", ListedJob.name(new JobId(application, isSession ? 0 : 1)));
              labels.put("application_id", application);
              labels.put("name", text(report.getName()));
              labels.put("user", text(report.getUser()));
              labels.put("queue", text(report.getQueue()));
              return new ScrapeTarget(List.of(address(url)), labels);
            })
        .stream();
  }

  private static Optional<URI> proxy(String url) {
    try {
      return Optional.ofNullable(url).map(URI::create).filter(uri -> uri.getHost() != null);
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // such as N/A
    }
  }

  private static String address(URI url) {
    int implied = url.getScheme().equals("https") ? HTTPS_PORT : HTTP_PORT;
    return url.getHost() + ":" + (url.getPort() < 0 ? implied : url.getPort());
  }

  private static String text(String value) {
    return value == null ? "" : value;
  }
}
