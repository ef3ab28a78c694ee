package trainer.client.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import trainer.core.job.JobState;
import trainer.core.message.Measures;

/**
 * The progress of a job in one line, the most important pieces first. A narrow terminal shows the
 * first pieces that fit, each in full.
 */
final class ProgressLine {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());
  private static final int WIDE = 100;
  private static final int LONG_BAR = 30;
  private static final int SHORT_BAR = 5;
  private static final double PERCENT = 100.0;
  private static final int MINUTE = 60;

  private final Observation seen;
  private final JsonNode report;
  private final ProgressRate pace;

  /** The pieces, each with its separator before it. */
  private final List<String> pieces = new ArrayList<>();

  private ProgressLine(Observation seen, ProgressRate pace) {
    this.seen = seen;
    this.report = seen.report();
    this.pace = pace;
  }

  /**
   * The line.
   *
   * @param columns the room in characters
   */
  static String of(Observation seen, ProgressRate pace, int columns) {
    ProgressLine line = new ProgressLine(seen, pace);
    line.pieces.add(seen.phase());
    if (line.report != null) {
      line.fill(columns < WIDE ? SHORT_BAR : LONG_BAR);
    }
    return line.within(columns);
  }

  private void fill(int bar) {
    boolean isTraining =
        seen.phase().equals(JobState.RUNNING.name()) || report.path("epoch").asLong() > 0;
    boolean begun = report.path("versions").asLong() > 0 && isTraining;
    if (begun) {
      progress(bar);
    }
    boolean isStill = pace.secondsStill() > 0;
    if (isStill) {
      pieces.add(String.format(Locale.ROOT, " no progress for %.0f s", pace.secondsStill()));
    }
    Iterator<Map.Entry<String, JsonNode>> training = report.at("/metrics/train").fields();
    Iterator<Map.Entry<String, JsonNode>> heldOut = report.at("/metrics/validation").fields();
    if (training.hasNext()) {
      metric("", training.next()); // the loss is the first
    }
    if (heldOut.hasNext()) {
      metric("held-out ", heldOut.next());
    }
    if (begun) {
      times(isStill);
    }
    if (!isStill) {
      number(pace.recordsPerSecond(), " %,.0f records/s");
    }
    training.forEachRemaining(one -> metric("", one));
    workers();
    report.path("waitingFor").forEach(this::waiting);
  }

  /** The first pieces that fit. A truncated number would read as another number. */
  private String within(int columns) {
    StringBuilder line = new StringBuilder();
    for (String piece : pieces) {
      if (line.length() + piece.length() > columns) {
        break;
      }
      line.append(piece);
    }
    return line.toString();
  }

  private void progress(int bar) {
    double done = report.path("progress").asDouble();
    int filled = (int) (done * bar);
    pieces.add(" [" + "#".repeat(filled) + "-".repeat(bar - filled) + "]");
    pieces.add(String.format(Locale.ROOT, " %3.0f %%", done * PERCENT));
    pieces.add(" epoch " + report.path("epoch").asLong() + "/" + report.path("epochs").asLong());
  }

  /** The time since training began and, while it runs, the time left. */
  private void times(boolean isStill) {
    double since = report.at("/seconds/training").asDouble();
    if (since > 0) {
      pieces.add(" " + time(since) + " elapsed");
    }
    double left = pace.secondsLeft();
    if (left > 0 && !isStill && seen.phase().equals(JobState.RUNNING.name())) {
      pieces.add(", " + time(Math.ceil(left)) + " left");
    }
  }

  /** A duration as {@code 0:07} or {@code 1:01:00}. */
  private static String time(double seconds) {
    long whole = (long) seconds;
    long minutes = whole / MINUTE;
    return minutes < MINUTE
        ? String.format(Locale.ROOT, "%d:%02d", minutes, whole % MINUTE)
        : String.format(
            Locale.ROOT, "%d:%02d:%02d", minutes / MINUTE, minutes % MINUTE, whole % MINUTE);
  }

  private void workers() {
    if (report.has("members")) {
      int count = Headcount.of("worker", report);
      pieces.add(" " + count + (count == 1 ? " worker" : " workers"));
    }
  }

  private void waiting(JsonNode one) {
    String what = one.path("what").asText();
    pieces.add("; waiting for " + what + ": " + Headcount.inWords(one, report));
    if (one.path("beginsAt").asLong() > 0) {
      String at = TIME.format(Instant.ofEpochMilli(one.path("beginsAt").asLong()));
      pieces.add(
          (what.equals("workers") ? ", begins" : ", goes on") + " with those there at " + at);
    }
  }

  private void metric(String of, Map.Entry<String, JsonNode> one) {
    number(one.getValue().asDouble(), " " + of + Measures.inWords(one.getKey()) + " %.5f");
  }

  private void number(double value, String format) {
    if (value != 0) {
      pieces.add(String.format(Locale.ROOT, format, value));
    }
  }
}
