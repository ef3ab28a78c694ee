package trainer.client.retention;

import java.util.Set;

/**
 * The folder of an application.
 *
 * @param path fully qualified
 * @param state EXITED, FAILED or KILLED once all its jobs have ended; RUNNING; or {@link #UNKNOWN}
 * @param endedAt in epoch milliseconds; of a folder without a report, its last change
 * @param references the applications whose folders the settings of its jobs name
 * @param holdsModel whether a finished model or output of its jobs lies in the folder itself
 */
public record StoredFolder(
    String application,
    String path,
    String state,
    long endedAt,
    Set<String> references,
    boolean holdsModel) {
  /** Neither the cluster nor a report shows how its jobs ended. */
  public static final String UNKNOWN = "UNKNOWN";

  /** A process of the application may still run. */
  static final String RUNNING = "RUNNING";

  public StoredFolder {
    references = Set.copyOf(references);
  }

  /** Whether no process of the application is known to run. */
  boolean hasEnded() {
    return !state.equals(RUNNING);
  }
}
