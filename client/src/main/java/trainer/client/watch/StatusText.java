package trainer.client.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import trainer.core.message.Measures;
import trainer.core.text.Quantity;

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
   * @param report the job's document, as far as known
   */
  public void print(String jobId, Observation seen, JsonNode report) {
    String stopped = Incidents.isStopped(report) && seen.ended() ? ", stopped" : "";
    out.println(jobId + " " + seen.phase() + stopped + age(report));
    line("note", seen.note());
    line("page", seen.trackingUrl());
    progress(report);
    line("stopped", Incidents.stop(report));
    line("went back", Incidents.rollbacks(report));
    line("broken records", Incidents.badRecords(report));
    waiting(report);
    metrics("training", report.at("/metrics/train"));
    metrics("held-out", report.at("/metrics/validation"));
    JsonNode workers = report.path("workersWanted");
    if (workers.has("wanted")) {
      line("workers", text(workers, "there") + " of " + text(workers, "wanted"));
    }
    line("model id", text(report, "modelId"));
    line("model", text(report, "modelLocation"));
    line("failure", report.at("/failure/message").asText(""));
    report.path("warnings").forEach(one -> out.println("WARNING " + one.asText()));
    trouble(report.path("checkpointTrouble"));
    line("WARNING the output cannot be written yet", text(report.path("outputTrouble"), "message"));
    for (JsonNode node : report.path("blacklist")) {
      if (node.path("avoided").asBoolean()) {
        line("no containers on " + text(node, "host"), text(node, "why"));
      }
    }
    report.path("members").forEach(this::member);
  }

  private static String age(JsonNode report) {
    double total = report.at("/seconds/total").asDouble();
    return total > 0 ? " after " + Quantity.seconds(total) : "";
  }

  private void progress(JsonNode report) {
    long versions = report.path("versions").asLong();
    if (versions == 0) {
      return;
    }
    double done = report.path("progress").asDouble();
    StringBuilder line = new StringBuilder();
    line.append(String.format(Locale.ROOT, "%.0f %%", done * PERCENT));
    line.append(", version ").append(Quantity.grouped(report.path("version").asLong()));
    line.append(" of ").append(Quantity.grouped(versions));
    line.append(", epoch ").append(text(report, "epoch")).append(" of ");
    line.append(text(report, "epochs"));
    double training = report.at("/seconds/training").asDouble();
    if (report.path("state").asText().equals("RUNNING") && done > 0 && done < 1) {
      line.append(", about ").append(Quantity.seconds(training / done - training)).append(" left");
    }
    line("progress", line.toString());
    long rate = Math.round(report.path("recordsPerSecond").asDouble());
    if (rate > 0) {
      line("rate", Quantity.of(rate, "record") + "/s on the average");
    }
  }

  private void waiting(JsonNode report) {
    for (JsonNode one : report.path("waitingFor")) {
      String why = text(one, "explanation");
      line(
          "waiting for",
          text(one, "what")
              + " since "
              + time.format(Instant.ofEpochMilli(one.path("since").asLong()))
              + ", "
              + Headcount.inWords(one, report)
              + (why.isEmpty() ? "" : ": " + why));
      if (one.path("beginsAt").asLong() > 0) {
        boolean isOfWorkers = text(one, "what").equals("workers");
        line(
            isOfWorkers ? "begins with the workers there" : "goes on with the pservers there",
            "at "
                + time.format(Instant.ofEpochMilli(one.path("beginsAt").asLong()))
                + (isOfWorkers ? " (trainer.start.patience)" : " (trainer.allocation.patience)"));
      }
    }
  }

  private void metrics(String of, JsonNode measures) {
    measures
        .fields()
        .forEachRemaining(
            one -> {
              if (one.getValue().isNumber() && !one.getKey().equals("records")) {
                line(
                    of + " " + Measures.inWords(one.getKey()),
                    String.format(Locale.ROOT, "%.6f", one.getValue().asDouble()));
              }
            });
  }

  private void trouble(JsonNode trouble) {
    if (trouble.isObject() && !trouble.path("over").asBoolean()) {
      out.println("WARNING no checkpoint: " + text(trouble, "message"));
    }
  }

  private void member(JsonNode member) {
    String why = text(member, "why");
    out.println(
        "  "
            + text(member, "role")
            + "-"
            + text(member, "index")
            + " "
            + text(member, "state")
            + " on "
            + text(member, "host")
            + " "
            + text(member, "container")
            + (why.isEmpty() ? "" : ": " + why));
    line("    warning", text(member, "full"));
  }

  private void line(String name, String value) {
    if (!value.isBlank()) {
      out.println(name + ": " + value);
    }
  }

  private static String text(JsonNode node, String field) {
    JsonNode value = node.path(field);
    return value.isNull() ? "" : value.asText("");
  }
}
