package trainer.client.retention;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The choice of the folders to delete.
 *
 * <p>Example: of A, which ended 40 days ago, B, which goes on from A and ended 35 days ago, and C,
 * which goes on from B and ended 3 days ago, {@code --older-than 30d} deletes none: C stays, so B
 * stays, so A stays. Once C is older, one run deletes all three, the newest first.
 *
 * @param olderThan the least time since the end of the jobs
 * @param keep how many of the newest folders in the state stay
 * @param state the state that is selected; null for all but {@link StoredFolder#UNKNOWN}
 * @param withModels whether folders with the only copy of a model go, too
 */
public record FolderSelection(Duration olderThan, int keep, String state, boolean withModels) {
  /** A job of an unknown state may be about to be submitted, or run on another cluster. */
  private static final Duration UNKNOWN_AGE = Duration.ofDays(1);

  /**
   * An ended folder, and why it stays.
   *
   * @param kept empty if it is to be deleted
   */
  public record Choice(StoredFolder folder, String kept) {
    /** Whether the folder is to be deleted. */
    public boolean isDeleted() {
      return kept.isEmpty();
    }
  }

  /**
   * The choices, the newest first. In this order a folder is deleted before those that it needs.
   *
   * @param all every folder of the user, those of running jobs included
   * @param now in epoch milliseconds
   */
  public List<Choice> of(List<StoredFolder> all, long now) {
    Map<String, String> kept = new LinkedHashMap<>();
    List<StoredFolder> newestFirst =
        all.stream()
            .sorted(
                Comparator.comparingLong(StoredFolder::endedAt)
                    .thenComparing(StoredFolder::application)
                    .reversed())
            .toList();
    int inState = 0;
    for (StoredFolder folder : newestFirst) {
      String why = reason(folder, now);
      if (isSelected(folder) && inState++ < keep) {
        why = "among the newest " + keep;
      }
      if (!why.isEmpty()) {
        kept.put(folder.path(), why);
      }
    }
    while (keepNeeded(newestFirst, kept)) {
      // A folder that is kept may need others.
    }
    List<Choice> choices = new ArrayList<>();
    for (StoredFolder folder : newestFirst) {
      if (folder.hasEnded()) {
        choices.add(new Choice(folder, kept.getOrDefault(folder.path(), "")));
      }
    }
    return choices;
  }

  private boolean isSelected(StoredFolder folder) {
    return folder.hasEnded()
        && (state == null
            ? !folder.state().equals(StoredFolder.UNKNOWN)
            : folder.state().equals(state));
  }

  private String reason(StoredFolder folder, long now) {
    Duration age = Duration.ofMillis(now - folder.endedAt());
    if (!isSelected(folder)) {
      return "its state is " + folder.state();
    }
    if (age.compareTo(olderThan) < 0) {
      return "it is younger than --older-than";
    }
    if (folder.state().equals(StoredFolder.UNKNOWN) && age.compareTo(UNKNOWN_AGE) < 0) {
      return "its state is unknown, and it is less than a day old";
    }
    return folder.holdsModel() && !withModels ? "it has the only copy of a model" : "";
  }

  /** Keeps the folders that kept ones name; returns whether it found any. */
  private static boolean keepNeeded(List<StoredFolder> all, Map<String, String> kept) {
    boolean changed = false;
    for (StoredFolder folder : all) {
      if (kept.containsKey(folder.path())) {
        continue;
      }
      Optional<StoredFolder> needing =
          all.stream()
              .filter(other -> kept.containsKey(other.path()))
              .filter(other -> other.references().contains(folder.application()))
              .findFirst();
      if (needing.isPresent()) {
        kept.put(folder.path(), needing.get().application() + " goes on from it");
        changed = true;
      }
    }
    return changed;
  }
}
