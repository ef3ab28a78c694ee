package trainer.client.watch;

import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import trainer.core.message.Measures;
import trainer.core.text.Quantity;
import trainer.master.report.JobReport;
import trainer.master.report.LifecycleReport;
import trainer.master.report.ProgressReport;
import trainer.master.report.WorkReport;

/** The summary for the user at the end of a job. */
public final class EndSummary {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

  private EndSummary() {}

  /**
   * Prints the summary.
   *
   * @param folder the application's folder
   * @param reportPath the path of the report
   */
  public static void print(PrintStream out, JobReport report, String folder, String reportPath) {
    out.println("states:");
    long before = 0;
    for (LifecycleReport.Entered state : report.lifecycle().states()) {
      out.printf(
          Locale.ROOT,
          "  %-10s %s%s%n",
          state.name(),
          TIME.format(Instant.ofEpochMilli(state.at())),
          before == 0 ? "" : String.format(Locale.ROOT, "  +%.3f s", (state.at() - before) / 1e3));
      before = state.at();
    }
    WorkReport work = report.work();
    text(out, "stopped", Incidents.stop(report.progress().stopped()));
    text(out, "went back", Incidents.rollbacks(report));
    RowOutput output = RowOutput.of(report.lifecycle()).orElse(null);
    if (output != null) {
      text(out, "rows", Quantity.grouped(output.rows()));
    } else if (report.hasProcesses()) {
      text(out, "records", Quantity.grouped(work.records()) + ofEpoch(report.progress()));
      text(out, "records computed", Quantity.grouped(work.recordsComputed()));
    }
    text(out, "broken records", Incidents.badRecords(work));
    text(
        out,
        output == null ? "training" : output.verb(),
        Quantity.seconds(report.results().seconds().training()));
    metrics(out, "training", report.results().metrics().train());
    metrics(
        out,
        output == null ? "held-out" : "labelled rows'",
        report.results().metrics().validation());
    text(out, "model id", report.lifecycle().modelId());
    text(out, "model", report.lifecycle().modelLocation());
    if (output != null) {
      text(out, output.idName(), output.id());
      text(out, "output", output.place());
    }
    text(out, "logs", folder + "/logs");
    text(out, "report", reportPath);
    report.incidents().warnings().forEach(warning -> out.println("WARNING " + warning));
  }

  /** The number of records is that of an epoch, or as far as the first epoch was finished. */
  private static String ofEpoch(ProgressReport progress) {
    boolean whole =
        progress.epoch() > 1 || progress.version() * progress.epochs() >= progress.versions();
    return whole ? " an epoch" : " of a first epoch that was not finished";
  }

  private static void metrics(PrintStream out, String of, Map<String, Number> measures) {
    measures.forEach(
        (name, value) -> {
          if (value != null && !name.equals("records")) {
            String metric = of + " " + Measures.inWords(name);
            out.printf(Locale.ROOT, "%s: %.6f%n", metric, value.doubleValue());
          }
        });
  }

  private static void text(PrintStream out, String name, String value) {
    if (!value.isEmpty()) {
      out.println(name + ": " + value);
    }
  }
}
