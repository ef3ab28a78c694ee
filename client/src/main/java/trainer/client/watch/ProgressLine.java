package trainer.client.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import trainer.core.job.JobState;
import trainer.core.message.Measures;

/**
 * One line that says how far a job is. What counts most comes first, since a terminal may be too
 * narrow for the rest.
 */
final class ProgressLine {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());
  private static final int WIDE = 100;
  private static final int LONG_BAR = 30;
  private static final int SHORT_BAR = 10;
  private static final double PERCENT = 100.0;
  private static final int MINUTE = 60;
  private static final List<String> AT_WORK = List.of("live", "suspected", "slow");

  private ProgressLine() {}

  /**
   * The line.
   *
   * @param columns how many characters there is room for
   */
  static String of(Observation seen, Pace pace, int columns) {
    StringBuilder line = new StringBuilder(seen.phase());
    JsonNode report = seen.report();
    if (report != null) {
      if (report.path("versions").asLong() > 0) {
        progress(line, report, columns < WIDE ? SHORT_BAR : LONG_BAR);
        times(line, seen, pace);
      }
      number(line, pace.recordsPerSecond(), " %,.0f records/s");
      report
          .at("/metrics/train")
          .fields()
          .forEachRemaining(
              one ->
                  number(
                      line,
                      one.getValue().asDouble(),
                      " " + Measures.inWords(one.getKey()) + " %.5f"));
      workers(line, report);
      waiting(line, report);
    }
    return line.length() <= columns ? line.toString() : line.substring(0, columns);
  }

  private static void progress(StringBuilder line, JsonNode report, int bar) {
    double done = report.path("progress").asDouble();
    int filled = (int) (done * bar);
    line.append(" [").append("#".repeat(filled)).append("-".repeat(bar - filled)).append(']');
    line.append(String.format(Locale.ROOT, " %3.0f %%", done * PERCENT));
    line.append(" epoch ").append(report.path("epoch").asLong());
    line.append('/').append(report.path("epochs").asLong());
  }

  /** Since training began and, while it goes on, until it will be done. */
  private static void times(StringBuilder line, Observation seen, Pace pace) {
    double since = seen.report().at("/seconds/training").asDouble();
    if (since > 0) {
      line.append(' ').append(time(since)).append(" elapsed");
    }
    double left = pace.secondsLeft();
    if (left > 0 && seen.phase().equals(JobState.RUNNING.name())) {
      line.append(", ").append(time(Math.ceil(left))).append(" left");
    }
  }

  /** {@code 0:07}, {@code 1:01:00}. */
  private static String time(double seconds) {
    long whole = (long) seconds;
    long minutes = whole / MINUTE;
    return minutes < MINUTE
        ? String.format(Locale.ROOT, "%d:%02d", minutes, whole % MINUTE)
        : String.format(
            Locale.ROOT, "%d:%02d:%02d", minutes / MINUTE, minutes % MINUTE, whole % MINUTE);
  }

  /** Those that are there now: the report names every worker that ever was. */
  private static void workers(StringBuilder line, JsonNode report) {
    if (!report.has("members")) {
      return;
    }
    int count = 0;
    for (JsonNode member : report.path("members")) {
      boolean there = AT_WORK.contains(member.path("state").asText());
      count += there && member.path("role").asText().equals("worker") ? 1 : 0;
    }
    line.append(' ').append(count).append(count == 1 ? " worker" : " workers");
  }

  private static void waiting(StringBuilder line, JsonNode report) {
    String before = "; waiting for ";
    for (JsonNode one : report.path("waitingFor")) {
      line.append(before).append(one.path("what").asText());
      line.append(" (").append(one.path("granted").asInt()).append(" of ");
      line.append(one.path("asked").asInt()).append(')');
      if (one.path("beginsAt").asLong() > 0) {
        String at = TIME.format(Instant.ofEpochMilli(one.path("beginsAt").asLong()));
        line.append(", begins with those there at ").append(at);
      }
      before = ", ";
    }
  }

  private static void number(StringBuilder line, double value, String format) {
    if (value != 0) {
      line.append(String.format(Locale.ROOT, format, value));
    }
  }
}
