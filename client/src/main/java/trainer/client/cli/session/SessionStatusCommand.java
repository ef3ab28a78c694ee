package trainer.client.cli.session;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.run.JobHandle;
import trainer.client.submit.ServiceFailure;
import trainer.client.watch.Json;
import trainer.client.watch.Observation;
import trainer.master.report.ReportJson;
import trainer.master.report.SessionReport;

/** Prints the state of a session and of its jobs. */
@Command(
    name = "status",
    description = "Shows a session and its jobs.",
    footer = {"", "Example: trainer session status application_1795000000000_0001 --json"})
final class SessionStatusCommand extends Verb {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());

  @Mixin private HadoopOptions hadoop;

  @Parameters(paramLabel = "ID", description = "The id of a session.")
  private String id;

  @Option(names = "--json", description = "Prints one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    try (JobHandle session = JobHandle.session(id, hadoop.configuration(Map.of()))) {
      Observation seen = session.observe();
      if (json) {
        System.out.println(Json.print(session.document(seen).json()));
        return 0;
      }
      print(seen, ReportJson.readSession(session.document(seen).json()));
      return 0;
    } catch (JsonProcessingException e) {
      throw ServiceFailure.of(id, e);
    }
  }

  private static void print(Observation seen, SessionReport report) {
    System.out.println(report.sessionId() + " " + seen.phase() + ", " + report.name());
    line("note", seen.note());
    line("page", seen.trackingUrl());
    line("ended by", report.endedBy());
    if (report.jobs().isEmpty()) {
      System.out.println("no jobs so far");
      return;
    }
    String form = "%-40s %-7s %-10s %6s %12s %7s %-8s %s%n";
    System.out.printf(
        Locale.ROOT, form, "JOB", "KIND", "STATE", "DONE", "RECORDS", "WORKERS", "SINCE", "NAME");
    for (SessionReport.Job job : report.jobs()) {
      SessionReport.Work work = job.work();
      System.out.printf(
          Locale.ROOT,
          form,
          job.jobId(),
          job.kind(),
          job.state(),
          work == null ? "-" : Math.round(work.done() * 100) + " %",
          work == null ? "-" : String.valueOf(work.records()),
          work == null ? "-" : String.valueOf(work.workers()),
          TIME.format(Instant.ofEpochMilli(job.acceptedAt())),
          job.name());
      line("  failure", job.failure());
    }
  }

  private static void line(String name, String value) {
    if (!value.isEmpty()) {
      System.out.println(name + ": " + value);
    }
  }
}
