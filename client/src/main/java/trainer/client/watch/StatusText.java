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
import trainer.master.report.ProcessesReport;
import trainer.master.report.ProgressReport;
import trainer.master.report.WorkReport;

/** The text of {@code status}: the state of a job, with a line for each known fact. */
public final class StatusText {
  private static final double PERCENT = 100.0;

  private final PrintStream out;
  private final DateTimeFormatter time;

  /**
   * @param zone of the times of day
   */
  public StatusText(PrintStream out, ZoneId zone) {
    this.out = out;
    this.time = DateTimeFormatter.ofPattern("HH:mm:ss").withZone(zone);
  }

  /**
   * Prints the state of a job.
   *
   * @param report as far as known
   */
  public void print(String jobId, Observation seen, JobReport report) {
    ProgressReport.Stopped stop = report.progress().stopped();
    WorkReport work = report.work();
    LifecycleReport lifecycle = report.lifecycle();
    String stopped = stop != null && seen.ended() ? ", stopped" : "";
    double total = report.results().seconds().total();
    String age = total > 0 ? " after " + Quantity.seconds(total) : "";
    out.println(jobId + " " + seen.phase() + stopped + age);
    line("note", seen.note());
    line("page", seen.trackingUrl());
    progress(report);
    line("stopped", Incidents.stop(stop));
    line("went back", Incidents.rollbacks(report));
    line("broken records", Incidents.badRecords(work));
    waiting(report);
    metrics("training", report.results().metrics().train());
    metrics("held-out", report.results().newestValidation());
    ProcessesReport.Workers workers = report.processes().workersWanted();
    if (workers != null) {
      line("workers", workers.there() + " of " + workers.wanted());
    }
    line("model id", lifecycle.modelId());
    line("model", lifecycle.modelLocation());
    RowOutput.of(lifecycle)
        .ifPresent(
            output -> {
              line("rows written", Quantity.grouped(output.rows()));
              line(output.idName(), output.id());
              line("output", output.place());
            });
    line("failure", lifecycle.failure() == null ? "" : lifecycle.failure().message());
    report.incidents().warnings().forEach(one -> out.println("WARNING " + one));
    String checkpoint = work.checkpointFailure();
    if (!checkpoint.isEmpty()) {
      out.println("WARNING no checkpoint: " + checkpoint);
    }
    line("WARNING the output cannot be written yet", work.outputFailure());
    report.processes().avoidedHosts().forEach((host, why) -> line("no containers on " + host, why));
    report.processes().members().forEach(this::member);
  }

  private void progress(JobReport report) {
    ProgressReport progress = report.progress();
    ProgressReport.FirstPass first = progress.firstPass();
    if (first != null && !first.hasEnded() && first.tasks() > 0) {
      line("measuring columns", first.done() + " of " + Quantity.of(first.tasks(), "task"));
    }
    if (progress.versions() == 0) {
      return;
    }
    double done = progress.progress();
    StringBuilder line = new StringBuilder();
    line.append(String.format(Locale.ROOT, "%.0f %%", done * PERCENT));
    if (RowOutput.of(report.lifecycle()).isEmpty()) {
      line.append(", version ").append(Quantity.grouped(progress.version()));
      line.append(" of ").append(Quantity.grouped(progress.versions()));
      line.append(", epoch ").append(progress.epoch()).append(" of ").append(progress.epochs());
    }
    double training = report.results().seconds().training();
    if (report.lifecycle().state().equals("RUNNING") && done > 0 && done < 1) {
      line.append(", about ").append(Quantity.seconds(training / done - training)).append(" left");
    }
    line("progress", line.toString());
    Double perSecond = report.results().recordsPerSecond();
    long rate = perSecond == null ? 0 : Math.round(perSecond);
    if (rate > 0) {
      line("rate", Quantity.of(rate, "record") + "/s on the average");
    }
  }

  private void waiting(JobReport report) {
    for (LifecycleReport.Waiting one : report.lifecycle().waitingFor()) {
      line(
          "waiting for",
          one.what()
              + " since "
              + time.format(Instant.ofEpochMilli(one.since()))
              + ", "
              + Headcount.inWords(one, report)
              + (one.explanation().isEmpty() ? "" : ": " + one.explanation()));
      if (one.beginsAt() != null) {
        boolean isOfWorkers = one.what().equals("workers");
        line(
            isOfWorkers ? "begins with the workers there" : "goes on with the pservers there",
            "at "
                + time.format(Instant.ofEpochMilli(one.beginsAt()))
                + (isOfWorkers ? " (trainer.start.patience)" : " (trainer.allocation.patience)"));
      }
    }
  }

  private void metrics(String of, Map<String, Number> measures) {
    measures.forEach(
        (name, value) -> {
          if (value != null && !name.equals("records")) {
            line(
                of + " " + Measures.inWords(name),
                String.format(Locale.ROOT, "%.6f", value.doubleValue()));
          }
        });
  }

  private void member(ProcessesReport.Member member) {
    ProcessesReport.Instance instance = member.instance();
    String why = member.condition().why();
    out.println(
        "  "
            + instance.role()
            + "-"
            + instance.index()
            + " "
            + member.condition().state()
            + " on "
            + instance.host()
            + " "
            + instance.container()
            + (why.isEmpty() ? "" : ": " + why));
    line("    warning", member.condition().full());
  }

  private void line(String name, String value) {
    if (!value.isBlank()) {
      out.println(name + ": " + value);
    }
  }
}
