package trainer.client.watch;

import com.fasterxml.jackson.databind.JsonNode;
import trainer.core.text.Quantity;

/** The incidents of a job beside its training, as text; empty if there were none. */
final class Incidents {
  private Incidents() {}

  /** Whether training was requested to end before its last version. */
  static boolean isStopped(JsonNode report) {
    return report.path("stopped").isObject();
  }

  /** The version at which training ends on request, and the requesting user. */
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

  /** The number of rollbacks to an older version, and the number of records trained again. */
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

  /** The number of records left out. */
  static String badRecords(JsonNode report) {
    long bad = report.path("badRecords").asLong();
    return bad == 0 ? "" : Quantity.grouped(bad) + " left out (see the workers' logs)";
  }
}
