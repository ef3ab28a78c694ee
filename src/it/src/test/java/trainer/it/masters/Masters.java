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

/** The masters of a job with a standby, by what their logs say. */
public record Masters(DisturbedJob job) {
  private static final Pattern LEADS = Pattern.compile("Term (\\d+); listening on");
  private static final String READY = "Ready to lead";

  /** One process, and what it has logged. */
  private record Master(ProcessHandle process, String log) {
    long term() {
      Matcher led = LEADS.matcher(log);
      return led.find() ? Long.parseLong(led.group(1)) : 0;
    }

    boolean isReady() {
      return term() == 0 && log.contains(READY);
    }
  }

  private List<Master> all() throws IOException {
    return Stream.concat(job.masters().stream(), job.processes("standby").stream())
        .map(Masters::read)
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Master> read(ProcessHandle process) {
    try {
      String folders = DisturbedJob.environment(process, "LOG_DIRS");
      Path log = Path.of(folders.split(",", 2)[0], "log");
      return Optional.of(new Master(process, Files.readString(log)));
    } catch (IOException | NoSuchElementException e) {
      return Optional.empty(); // it has ended, or has logged nothing yet
    }
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
    job.awaitSaid(" RUNNING [");
    job.awaitThat("a leader has a standby", () -> leader().isPresent() && standby().isPresent());
    return leader().orElseThrow();
  }

  /** The one that will lead next, if it is ready. */
  public Optional<ProcessHandle> standby() throws IOException {
    return all().stream().filter(Master::isReady).map(Master::process).findAny();
  }
}
