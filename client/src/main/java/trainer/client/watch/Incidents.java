package trainer.client.watch;

import com.fasterxml.jackson.databind.JsonNode;
import trainer.core.text.Quantity;

/** Incidents of a job beside its training, in words for people; empty where there were none. */
final class Incidents {
  private Incidents() {}

  /** Whether training was told to end before its last version. */
  static boolean isStopped(JsonNode report) {
    return report.path("stopped").isObject();
  }

  /** The version at which training was told to end, and the user that asked for it. */
  static String stop(JsonNode report) {
    if (!isStopped(report)) {
      return "";
    }
    JsonNode stop = report.path("stopped");
    String by = stop.path("by").asText("");
    return "at version "
        + Quantity.grouped(stop.path("version").asLong())
        + " of "
        + Quantity.grouped(stop.path("versions").asLong())
        + (by.isEmpty() ? " by a user's request" : " by " + by);
  }

  /** How often the job went back to an older version, and how many records that cost. */
  static String rollbacks(JsonNode report) {
    long times = report.path("rollbacks").asLong();
    if (times == 0) {
      return "";
    }
    long again = report.at("/repeated/records").asLong();
    return Quantity.of(times, "time")
        + " to the newest version kept, or the beginning, since parameters were lost with a pserver"
        + (again > 0 ? "; " + Quantity.of(again, "record") + " trained again" : "");
  }

  /** How many records were left out. */
  static String badRecords(JsonNode report) {
    long bad = report.path("badRecords").asLong();
    return bad == 0 ? "" : Quantity.grouped(bad) + " left out (see the workers' logs)";
  }
}
