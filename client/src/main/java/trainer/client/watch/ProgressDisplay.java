package trainer.client.watch;

import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Objects;
import trainer.client.terminal.Terminal;
import trainer.core.job.JobState;
import trainer.master.report.JobReport;
import trainer.master.report.ProgressReport;

/**
 * The progress of a job for people. On a terminal it is one line that is overwritten. Elsewhere it
 * is a new line at each change of state, and otherwise every five seconds. Notices have lines of
 * their own.
 *
 * <p>A line is overwritten with a carriage return and blanks, since a terminal might not support
 * escape sequences.
 */
public final class ProgressDisplay {
  private static final long LINE_NANOS = 5_000_000_000L;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());

  private static final String RUNNING = JobState.RUNNING.name();

  private final PrintStream out;
  private final Terminal terminal;
  private final ProgressRate pace = new ProgressRate();
  private final Notices notices = new Notices();
  private String lastPhase = "";
  private ProgressReport.FirstPass lastFirstPass;
  private long lastNanos;

  /** The length of the overwritable line now on the terminal. */
  private int drawn;

  public ProgressDisplay(PrintStream out, Terminal terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Shows an observation. */
  public void show(Observation seen, long nowNanos) {
    JobReport report = seen.report();
    if (report != null) {
      // A second-hand report may lag behind a job that makes progress.
      boolean isTraining = seen.phase().equals(RUNNING) && seen.note().isEmpty();
      boolean hasMeasured = !Objects.equals(report.progress().firstPass(), lastFirstPass);
      lastFirstPass = report.progress().firstPass();
      double done = report.progress().progress();
      // The first pass computes no records, so its tasks are its progress.
      pace.observe(report.work().recordsComputed(), done, isTraining && !hasMeasured, nowNanos);
    }
    notices.newIn(seen, nowNanos).forEach(this::printNotice);
    if (terminal.isDrawable()) {
      draw(ProgressLine.of(seen, pace, terminal.columns(nowNanos) - 1));
    } else if (!seen.phase().equals(lastPhase) || nowNanos - lastNanos >= LINE_NANOS) {
      print(ProgressLine.of(seen, pace, Integer.MAX_VALUE));
      lastNanos = nowNanos;
    }
    lastPhase = seen.phase();
  }

  /** Prints a notice on a line of its own. */
  void printNotice(String words) {
    if (terminal.isDrawable()) {
      draw("");
      out.print('\r');
      drawn = 0;
    }
    print(words);
  }

  private void print(String words) {
    out.println(TIME.format(Instant.now()) + " " + words);
  }

  private void draw(String line) {
    out.print('\r' + line + " ".repeat(Math.max(0, drawn - line.length())));
    out.flush();
    drawn = line.length();
  }

  /** Ends the overwritable line. */
  public void finish() {
    if (drawn > 0) {
      out.println();
      drawn = 0;
    }
  }
}
