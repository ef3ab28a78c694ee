package trainer.client.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import trainer.core.message.Measures;
import trainer.core.text.Quantity;

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
  public static void print(PrintStream out, JsonNode report, String folder, String reportPath) {
    out.println("states:");
    long before = 0;
    for (JsonNode state : report.path("states")) {
      long at = state.path("at").asLong();
      out.printf(
          Locale.ROOT,
          "  %-10s %s%s%n",
          state.path("name").asText(),
          TIME.format(Instant.ofEpochMilli(at)),
          before == 0 ? "" : String.format(Locale.ROOT, "  +%.3f s", (at - before) / 1000.0));
      before = at;
    }
    text(out, "stopped", Incidents.stop(report));
    text(out, "went back", Incidents.rollbacks(report));
    text(out, "records", records(report));
    text(out, "records computed", grouped(report.path("recordsComputed")));
    text(out, "broken records", Incidents.badRecords(report));
    text(out, "training", Quantity.seconds(report.at("/seconds/training").asDouble()));
    metrics(out, "training", report.at("/metrics/train"));
    metrics(out, "held-out", report.at("/metrics/validation"));
    text(out, "model id", report.path("modelId").asText(""));
    text(out, "model", report.path("modelLocation").asText(""));
    text(out, "logs", folder + "/logs");
    text(out, "report", reportPath);
    for (JsonNode warning : report.path("warnings")) {
      out.println("WARNING " + warning.asText());
    }
  }

  /** The number of records of an epoch. If the first epoch was not finished, the number reached. */
  private static String records(JsonNode report) {
    if (!report.path("records").isNumber()) {
      return "";
    }
    long epochs = report.path("epochs").asLong();
    boolean whole =
        report.path("epoch").asLong() > 1
            || report.path("version").asLong() * epochs >= report.path("versions").asLong();
    return grouped(report.path("records"))
        + (whole ? " an epoch" : " of a first epoch that was not finished");
  }

  private static String grouped(JsonNode value) {
    return value.isNumber() ? Quantity.grouped(value.asLong()) : "";
  }

  private static void metrics(PrintStream out, String of, JsonNode measures) {
    measures
        .fields()
        .forEachRemaining(
            one -> {
              if (!one.getKey().equals("records")) {
                decimal(out, of + " " + Measures.inWords(one.getKey()), one.getValue());
              }
            });
  }

  private static void text(PrintStream out, String name, String value) {
    if (!value.isEmpty() && !value.equals("null")) {
      out.println(name + ": " + value);
    }
  }

  private static void decimal(PrintStream out, String name, JsonNode value) {
    if (value.isNumber()) {
      out.printf(Locale.ROOT, "%s: %.6f%n", name, value.asDouble());
    }
  }
}
