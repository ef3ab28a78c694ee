package trainer.client.doctor;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import trainer.client.submit.ServiceFailure;
import trainer.core.failure.FailureException;

/**
 * A run of checks, one after another. Each has a thread of its own and a limit of time, since
 * Hadoop's clients accept no deadline. A check that throws or takes too long is a finding that
 * fails; it keeps no other from running, apart from those that need it.
 */
public final class Examination {
  private final Duration patience;

  /**
   * A run with a limit of time.
   *
   * @param patience the longest time of one check
   */
  Examination(Duration patience) {
    this.patience = patience;
  }

  /** The finding of a check, with the check's name. */
  public record Line(String check, Finding finding) {}

  /**
   * Runs the checks in their order.
   *
   * @param watcher receives each line as soon as it is there
   */
  List<Line> run(List<Check> checks, Consumer<Line> watcher) {
    List<Line> lines = new ArrayList<>();
    Set<String> failed = new HashSet<>();
    for (Check check : checks) {
      boolean possible = !failed.contains(check.needs());
      Finding finding =
          possible
              ? within(check)
              : Finding.warn("not checked: it needs " + check.needs(), "mend that first");
      if (!possible || finding.isFail()) {
        failed.add(check.name());
      }
      Line line = new Line(check.name(), finding);
      watcher.accept(line);
      lines.add(line);
    }
    return lines;
  }

  private Finding within(Check check) {
    FutureTask<Finding> task = new FutureTask<>(check::find);
    Thread thread = new Thread(task, "checking " + check.name());
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      return thrown(check.name(), e.getCause());
    } catch (TimeoutException e) {
      task.cancel(true);
      return Finding.fail(
          "no answer within " + patience.toSeconds() + " s",
          "check that the service runs, and that no firewall drops what is sent to it");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Finding.fail("interrupted", "run it again");
    }
  }

  private static Finding thrown(String check, Throwable cause) {
    if (cause instanceof FailureException known) {
      return Finding.of(known.failure());
    }
    return cause instanceof IOException service
        ? Finding.of(ServiceFailure.of(check, service).failure())
        : Finding.fail(firstLine(cause), "report it, with what submit --dry-run --verbose prints");
  }

  private static String firstLine(Throwable cause) {
    return cause.toString().lines().findFirst().orElse("").strip();
  }
}
