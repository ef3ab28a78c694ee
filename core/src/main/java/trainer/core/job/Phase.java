package trainer.core.job;

import java.util.List;
import trainer.core.aggregate.Reduction;

/**
 * One step of a training, as data. The client writes the phases into the job, so that the master
 * can order them without the model's class.
 */
public sealed interface Phase {
  /** The name, unique in the model, {@code [a-z][a-z0-9-]*}. */
  String name();

  /** Passes over the training data. */
  record Passes(String name, int epochs) implements Phase {
    public Passes {
      checkName(name);
      if (epochs < 1) {
        throw new IllegalArgumentException("phase " + name + ": " + epochs + " epochs");
      }
    }
  }

  /**
   * A function over the rows of a table. It runs on the pservers that hold the rows, between two
   * mini-batches.
   *
   * @param table the table's name
   */
  record RowUpdate(String name, String table) implements Phase {
    public RowUpdate {
      checkName(name);
    }
  }

  /**
   * A fold over the rows of a table. It runs on the pservers that hold the rows, between two
   * versions or at the end of the training. It changes nothing, and makes no version.
   *
   * @param table the table's name
   * @param reductions the results kept of the numbers that rows contribute
   */
  record Aggregate(String name, String table, List<Reduction> reductions) implements Phase {
    /** The most results of one phase. */
    public static final int MOST_REDUCTIONS = 64;

    /** The most numbers that all rankings of a phase keep: an answer has to fit a message. */
    public static final int MOST_KEPT = 4096;

    public Aggregate {
      checkName(name);
      reductions = List.copyOf(reductions);
      long names = reductions.stream().map(Reduction::name).distinct().count();
      long kept = reductions.stream().mapToLong(Reduction::most).sum();
      if (reductions.isEmpty() || names < reductions.size()) {
        throw new IllegalArgumentException(
            "phase " + name + " has no results, or two of one name: " + reductions);
      }
      if (reductions.size() > MOST_REDUCTIONS || kept > MOST_KEPT) {
        throw new IllegalArgumentException(
            "phase %s has %d results that keep %d numbers of rows; %d and %d are the most"
                .formatted(name, reductions.size(), kept, MOST_REDUCTIONS, MOST_KEPT));
      }
    }
  }

  /** The one phase of a model that declares none. */
  static Phase training(int epochs) {
    return new Passes("training", epochs);
  }

  private static void checkName(String name) {
    if (!name.matches("[a-z][a-z0-9-]*")) {
      throw new IllegalArgumentException("not a phase name: '" + name + "'");
    }
  }
}
