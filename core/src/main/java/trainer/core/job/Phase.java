package trainer.core.job;

/**
 * One step of a training, as data: what the client writes into the job so that the master knows
 * what follows what without the model's class.
 */
public sealed interface Phase {
  /** What it is called, unique in the model, {@code [a-z][a-z0-9-]*}. */
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
   * A function over the rows of a table, where they are: on the pservers, between two mini-batches.
   *
   * @param table the table's name
   */
  record RowUpdate(String name, String table) implements Phase {
    public RowUpdate {
      checkName(name);
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
