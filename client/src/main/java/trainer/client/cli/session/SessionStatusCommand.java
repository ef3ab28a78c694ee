package trainer.client.cli.session;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
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
import trainer.core.job.JobId;
import trainer.core.text.Quantity;
import trainer.master.report.ReportJson;
import trainer.master.report.SessionReport;

/** Prints the state of a session and of its jobs. */
@Command(
    name = "status",
    description = "Shows a session and its jobs.",
    footer = {
      "",
      "Examples:",
      "  trainer session status application_1795000000000_0001",
      "  trainer session status application_1795000000000_0001 --json"
    })
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
      ObjectNode document = session.document(seen).json();
      boolean isWhole = document.has("sessionId");
      if (json) {
        System.out.println(Json.print(isWhole ? document : ofState(session, document, seen)));
      } else if (isWhole) {
        print(seen, ReportJson.readSession(document));
      } else {
        System.out.println(applicationOf(session) + " " + seen.phase());
        line("note", seen.note());
        line("page", seen.trackingUrl());
        line("failure", document.at("/failure/message").asText());
      }
      return 0;
    } catch (JsonProcessingException e) {
      throw ServiceFailure.of(id, e);
    }
  }

  /** The document of a session of which no more than its state is known. */
  private static ObjectNode ofState(JobHandle session, ObjectNode known, Observation seen) {
    ObjectNode document =
        Json.object().put("sessionId", applicationOf(session)).put("state", seen.phase());
    document.putArray("jobs");
    for (String field : List.of("failure", "note")) {
      if (known.hasNonNull(field)) {
        document.set(field, known.get(field));
      }
    }
    return document;
  }

  private static String applicationOf(JobHandle session) {
    return JobId.parse(session.jobId()).application();
  }

  private static void print(Observation seen, SessionReport report) {
    System.out.println(report.sessionId() + " " + seen.phase() + ", " + report.name());
    line("note", seen.note());
    line("page", seen.trackingUrl());
    line("ended by", report.endedBy());
    line("pool", report.workers() == null ? "" : Quantity.of(report.workers(), "worker"));
    if (report.jobs().isEmpty()) {
      System.out.println("no jobs so far");
      return;
    }
    String form = "%-40s %-7s %-10s %6s %12s %10s %7s %-8s %s%n";
    System.out.printf(
        Locale.ROOT,
        form,
        "JOB",
        "KIND",
        "STATE",
        "DONE",
        "RECORDS",
        "RECORDS/S",
        "WORKERS",
        "SINCE",
        "NAME");
    for (SessionReport.Job job : report.jobs()) {
      SessionReport.Work work = job.work();
      System.out.printf(
          Locale.ROOT,
          form,
          job.identity().jobId(),
          job.identity().kind(),
          job.life().state(),
          work.done() == null ? "-" : Math.round(work.done() * 100) + " %",
          work.scored() == null ? "-" : Quantity.grouped(work.scored()),
          work.rate() == null ? "-" : String.format(Locale.ROOT, "%.1f", work.rate()),
          work.workers() == null ? "-" : work.workers().toString(),
          TIME.format(Instant.ofEpochMilli(job.life().acceptedAt())),
          job.identity().name());
      line("  failure", job.life().failed());
    }
  }

  private static void line(String name, String value) {
    if (!value.isEmpty()) {
      System.out.println(name + ": " + value);
    }
  }
}
