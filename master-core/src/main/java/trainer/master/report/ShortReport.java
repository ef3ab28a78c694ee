package trainer.master.report;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * The report of a job without its long lists, for readers of its state. Processes and containers
 * are left out, and of other lists that grow with the job the newest elements stay. So it has less
 * than 100 kB, however large the job is and however long it runs.
 */
public final class ShortReport {
  private static final List<String> PROCESSES = List.of("workers", "members", "containers");

  /** The number of elements that stay. */
  private static final Map<String, Integer> KEPT =
      Map.of(
          "/perEpoch", 50,
          "/series", 50,
          "/tasks/hands", 20,
          "/tasks/discards", 20,
          "/checkpoints", 20,
          "/pservers/moves", 20,
          "/blacklist", 20,
          "/survived", 20,
          "/masters", 20);

  private ShortReport() {}

  /** Shortens the report; returns the same object. */
  public static ObjectNode of(ObjectNode report) {
    report.remove(PROCESSES);
    KEPT.forEach(
        (list, most) -> {
          JsonPointer path = JsonPointer.compile(list);
          if (report.at(path.head()) instanceof ObjectNode parent) {
            JobSections.cut(parent, path.last().getMatchingProperty(), most);
          }
        });
    return report;
  }
}
