package trainer.it.masters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The masters of an application with a standby, by what their logs say.
 *
 * @param processes finds the processes of a role
 * @param patience waits until something is so
 */
public record Masters(Processes processes, Patience patience) {
  /** Finds the processes of a role. */
  @FunctionalInterface
  public interface Processes {
    List<ProcessHandle> of(String role) throws IOException;
  }

  /** Waits until something is so. */
  @FunctionalInterface
  public interface Patience {
    void await(String what, DisturbedJob.Condition condition)
        throws IOException, InterruptedException;
  }

  private static final Pattern LEADS = Pattern.compile("Term (\\d+); listening on");
  private static final String FOLLOWS = "; this process follows";
  private static final String READY = "Ready to lead";

  /**
   * One process.
   *
   * @param term in which it leads; 0 if it follows
   * @param isReady whether it is ready to lead
   */
  private record Master(ProcessHandle process, long term, boolean isReady) {
    static Master of(ProcessHandle process, List<String> log) {
      Master last = new Master(process, 0, false);
      for (String line : log) {
        Matcher leads = LEADS.matcher(line);
        if (leads.find()) {
          last = new Master(process, Long.parseLong(leads.group(1)), false);
        } else if (line.contains(FOLLOWS)) {
          last = new Master(process, 0, false);
        } else if (line.contains(READY)) {
          last = new Master(process, last.term(), last.term() == 0);
        }
      }
      return last;
    }
  }

  /** Those of a job, from when it is running on. */
  public Masters(DisturbedJob job) {
    this(
        job::processes,
        (what, condition) -> {
          job.awaitSaid(" RUNNING [");
          job.awaitThat(what, condition);
        });
  }

  private List<Master> all() throws IOException {
    return Stream.concat(processes.of("master").stream(), processes.of("standby").stream())
        .map(Masters::read)
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Master> read(ProcessHandle process) {
    try {
      return Optional.of(Master.of(process, log(process)));
    } catch (IOException | NoSuchElementException e) {
      return Optional.empty(); // it has ended, or has logged nothing yet
    }
  }

  /** The lines that a process has logged. */
  public static List<String> log(ProcessHandle process) throws IOException {
    String folders = DisturbedJob.environment(process, "LOG_DIRS");
    return Files.readAllLines(Path.of(folders.split(",", 2)[0], "log"));
  }

  /** The one that leads; of two, the one with the higher term. */
  public Optional<ProcessHandle> leader() throws IOException {
    return all().stream()
        .filter(one -> one.term() > 0)
        .max(Comparator.comparing(Master::term))
        .map(Master::process);
  }

  /** Waits until one leads and another one is ready. */
  public ProcessHandle awaitFollowedLeader() throws IOException, InterruptedException {
    patience.await("a leader has a standby", () -> leader().isPresent() && standby().isPresent());
    return leader().orElseThrow();
  }

  /** The one that will lead next, if it is ready. */
  public Optional<ProcessHandle> standby() throws IOException {
    return all().stream().filter(Master::isReady).map(Master::process).findAny();
  }
}
