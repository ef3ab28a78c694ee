package trainer.client.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import trainer.client.cli.job.CommandAnswer;
import trainer.client.cli.job.StatusCommand;
import trainer.client.config.ClientConfiguration;
import trainer.client.run.JobHandle;
import trainer.client.yarn.NamedApplication;
import trainer.core.config.InvalidSettingsException;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.Role;

/**
 * The commands of {@code yarn app -appTypes trainer}. The launcher's {@code TrainerAdminClient}
 * loads this class by its name, in Hadoop's process; so the types of its methods are Java's own.
 *
 * <p>A command is a list of words: {@code status JOB}, {@code stop JOB} or {@code flex JOB
 * COMPONENT COUNT}. The answer is an exit code as {@code trainer} has them, with the text to print.
 */
public final class YarnAppCommands implements Function<List<String>, Map.Entry<Integer, String>> {
  private static final int REFUSED = 1;

  private final Map<String, String> properties;

  /**
   * @param properties set in addition to the site files
   */
  public YarnAppCommands(Map<String, String> properties) {
    this.properties = Map.copyOf(properties);
  }

  @Override
  public Map.Entry<Integer, String> apply(List<String> words) {
    try {
      ClientConfiguration configuration = ClientConfiguration.of(List.of(), properties, Map.of());
      boolean reading = words.get(0).equals("status");
      String id = NamedApplication.id(words.get(1), reading, configuration.hadoop());
      return switch (words.get(0)) {
        case "status" -> Map.entry(0, status(id, configuration));
        case "stop" -> stop(id, configuration);
        case "flex" -> flex(id, words.get(2), words.get(3), configuration);
        default -> throw new IllegalArgumentException(words.get(0));
      };
    } catch (InvalidSettingsException e) {
      String lines =
          e.problems().stream()
              .map(problem -> "ERROR " + problem.message())
              .collect(Collectors.joining("\n"));
      return Map.entry(e.problems().get(0).kind().exitCode(), lines);
    } catch (FailureException e) {
      return failed(e.failure());
    } catch (RuntimeException e) {
      return failed(UnexpectedFailure.of(e, "yarn app"));
    }
  }

  private static Map.Entry<Integer, String> failed(Failure failure) {
    return Map.entry(failure.kind().exitCode(), "ERROR " + failure.message());
  }

  private static String status(String id, ClientConfiguration configuration) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    StatusCommand.print(
        id,
        configuration,
        new PrintStream(text, true, StandardCharsets.UTF_8),
        ZoneId.systemDefault());
    return text.toString(StandardCharsets.UTF_8).stripTrailing();
  }

  private static Map.Entry<Integer, String> stop(String id, ClientConfiguration configuration) {
    try (JobHandle job = JobHandle.find(id, configuration)) {
      CommandAnswer answer = CommandAnswer.of(job, () -> job.stop("yarn app -stop"));
      return Map.entry(answer.accepted() || answer.ended() ? 0 : REFUSED, answer.message());
    }
  }

  private static Map.Entry<Integer, String> flex(
      String id, String component, String count, ClientConfiguration configuration) {
    Role role = role(component);
    int wanted = number(component, count);
    try (JobHandle job = JobHandle.find(id, configuration)) {
      CommandAnswer answer = CommandAnswer.of(job, () -> job.scale(role, wanted));
      return Map.entry(answer.accepted() ? 0 : REFUSED, answer.message());
    }
  }

  private static Role role(String component) {
    return switch (component) {
      case "worker" -> Role.WORKER;
      case "pserver" -> Role.PSERVER;
      default ->
          throw new FailureException(
              FailureKind.BAD_FLAGS,
              "a job has no component '" + component + "'",
              "-component " + component,
              "give -component worker N or -component pserver N");
    };
  }

  private static int number(String component, String count) {
    if (count.matches("[0-9]{1,9}")) {
      return Integer.parseInt(count);
    }
    throw new FailureException(
        FailureKind.BAD_FLAGS,
        "'" + count + "' is no number of processes",
        "-component " + component + " " + count,
        "give the number that the job is to have, such as 4");
  }
}
