package trainer.client.yarn;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;

/**
 * The search for an application by its name. {@code yarn app -stop ID} looks up the name of the
 * application itself, and passes the name alone. A name of several applications is refused for a
 * command, even if only one of them runs: another one may have been meant.
 */
public final class NamedApplication {
  private static final String ID = JobFolder.APPLICATION + "(\\.[0-9]+)?";

  private NamedApplication() {}

  /**
   * Returns the id for an id or a name.
   *
   * @param reading whether the newest of several is good enough
   * @throws FailureException APPLICATION_NOT_FOUND if the ResourceManager knows no such name;
   *     BAD_FLAGS if several applications have it
   */
  public static String id(String text, boolean reading, Configuration hadoop) {
    if (text.matches(ID)) {
      return text;
    }
    List<ApplicationReport> named = named(text, hadoop);
    if (named.isEmpty()) {
      throw new FailureException(
          FailureKind.APPLICATION_NOT_FOUND,
          "the ResourceManager knows no job of the name '" + text + "'",
          text,
          "see trainer list, and give a job id such as application_1795000000000_0001.1");
    }
    if (named.size() > 1 && !reading) {
      throw new FailureException(
          FailureKind.BAD_FLAGS,
          named.size() + " jobs have the name '" + text + "', and yarn app passes no more than it",
          named.stream().map(NamedApplication::idOf).collect(Collectors.joining(", ")),
          "give the job id, such as " + new JobId(idOf(named.get(0)), 1));
    }
    return idOf(named.get(0));
  }

  /** Newest first. */
  private static List<ApplicationReport> named(String name, Configuration hadoop) {
    try (YarnConnection yarn = YarnConnection.open(hadoop)) {
      return yarn
          .call(
              client ->
                  client.getApplications(
                      Set.of(YarnSubmission.TYPE), EnumSet.allOf(YarnApplicationState.class)))
          .stream()
          .filter(report -> report.getName().equals(name))
          .sorted(Comparator.comparing(ApplicationReport::getApplicationId).reversed())
          .toList();
    }
  }

  private static String idOf(ApplicationReport report) {
    return report.getApplicationId().toString();
  }
}
