package trainer.client.watch;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import trainer.core.job.JobState;
import trainer.core.message.Measures;
import trainer.master.report.JobReport;
import trainer.master.report.LifecycleReport;
import trainer.master.report.ProgressReport;

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
  private final JobReport report;
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
    ProgressReport progress = report.progress();
    boolean isTraining = seen.phase().equals(JobState.RUNNING.name()) || progress.epoch() > 0;
    boolean begun = progress.versions() > 0 && isTraining;
    ProgressReport.FirstPass first = progress.firstPass();
    boolean isMeasuring = begun && first != null && !first.hasEnded() && progress.version() == 0;
    if (isMeasuring) {
      pieces.add(" measuring columns, task " + first.done() + of(first.tasks()));
    } else if (begun) {
      progress(progress, bar);
    }
    boolean isStill = pace.secondsStill() > 0;
    if (isStill) {
      pieces.add(String.format(Locale.ROOT, " no progress for %.0f s", pace.secondsStill()));
    }
    var training = report.results().metrics().train().entrySet().iterator();
    var heldOut = report.results().newestValidation().entrySet().iterator();
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
    report.lifecycle().waitingFor().forEach(this::waiting);
  }

  private static String of(int tasks) {
    return tasks == 0 ? "" : " of " + tasks;
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

  private void progress(ProgressReport progress, int bar) {
    double done = progress.progress();
    int filled = (int) (done * bar);
    pieces.add(" [" + "#".repeat(filled) + "-".repeat(bar - filled) + "]");
    pieces.add(String.format(Locale.ROOT, " %3.0f %%", done * PERCENT));
    if (RowOutput.of(report.lifecycle()).isEmpty()) {
      pieces.add(" epoch " + progress.epoch() + "/" + progress.epochs());
    }
  }

  /** The time since training began and, while it runs, the time left. */
  private void times(boolean isStill) {
    double since = report.results().seconds().training();
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
    if (report.hasProcesses()) {
      long count = Headcount.of("worker", report);
      pieces.add(" " + count + (count == 1 ? " worker" : " workers"));
    }
  }

  private void waiting(LifecycleReport.Waiting one) {
    String what = one.what();
    pieces.add("; waiting for " + what + ": " + Headcount.inWords(one, report));
    if (one.beginsAt() != null) {
      String at = TIME.format(Instant.ofEpochMilli(one.beginsAt()));
      pieces.add(
          (what.equals("workers") ? ", begins" : ", goes on") + " with those there at " + at);
    }
  }

  private void metric(String of, Map.Entry<String, Number> one) {
    double value = one.getValue() == null ? 0 : one.getValue().doubleValue();
    number(value, " " + of + Measures.inWords(one.getKey()) + " %.5f");
  }

  private void number(double value, String format) {
    if (value != 0) {
      pieces.add(String.format(Locale.ROOT, format, value));
    }
  }
}
