package trainer.core.job;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import trainer.core.aggregate.TableSummary;
import trainer.core.input.Labels;
import trainer.core.input.Loss;
import trainer.core.table.TableSpec;

/**
 * The declarations of a model, as data. The client writes them into the job, so that the master
 * runs no code of users.
 *
 * @param tables in the order that numbers them
 * @param labels the kind of the records' labels
 * @param loss the loss that it minimizes
 * @param phases in the order of execution
 */
public record ModelSpec(List<TableSpec> tables, Labels labels, Loss loss, List<Phase> phases) {
  private static final long MOST_EPOCHS = 1_000_000;

  /**
   * Checks and copies.
   *
   * @throws IllegalArgumentException if it cannot be trained: no pass over the data or too many,
   *     names that are not unique, a phase of a table that does not exist
   */
  public ModelSpec {
    tables = List.copyOf(tables);
    phases = List.copyOf(phases);
    requireUnique("table", tables.stream().map(TableSpec::name).toList());
    for (TableSpec table : tables) {
      if (table.width() > TableSpec.MAX_WIDTH) {
        throw new IllegalArgumentException(
            "table "
                + table.name()
                + ": width "
                + table.width()
                + ", more than "
                + TableSpec.MAX_WIDTH);
      }
    }
    requireUnique("phase", phases.stream().map(Phase::name).toList());
    if (phases.stream().noneMatch(Phase.Passes.class::isInstance)) {
      throw new IllegalArgumentException("there is no phase of passes over the data");
    }
    if (epochs(phases) > MOST_EPOCHS) {
      throw new IllegalArgumentException("more than " + MOST_EPOCHS + " passes over the data");
    }
    for (Phase phase : phases) {
      String table = tableOf(phase);
      if (table != null && position(tables, table) < 0) {
        throw new IllegalArgumentException(
            "phase " + phase.name() + " is of table " + table + ", which there is not");
      }
    }
  }

  /** A model of binary labels and the log loss. */
  public ModelSpec(List<TableSpec> tables, List<Phase> phases) {
    this(tables, Labels.BINARY, Loss.LOG, phases);
  }

  /** Passes over the data in all. */
  public int epochs() {
    return (int) epochs(phases);
  }

  private static long epochs(List<Phase> phases) {
    long epochs = 0;
    for (Phase phase : phases) {
      epochs += phase instanceof Phase.Passes passes ? passes.epochs() : 0;
    }
    return epochs;
  }

  /** The table that a phase is about, or null. */
  private static String tableOf(Phase phase) {
    if (phase instanceof Phase.RowUpdate update) {
      return update.table();
    }
    return phase instanceof Phase.Aggregate aggregate ? aggregate.table() : null;
  }

  /**
   * The fold of a number. A fold of an aggregate phase has its phase's number. After all phases
   * come the summaries of the tables, by position.
   *
   * @throws IllegalArgumentException when there is no such fold
   */
  public Fold fold(int number) {
    int table = number - phases.size();
    if (table >= 0 && table < tables.size()) {
      return new Fold(tables.get(table).name(), table, TableSummary.REDUCTIONS);
    }
    if (number >= 0 && table < 0 && phases.get(number) instanceof Phase.Aggregate phase) {
      return new Fold(phase.name(), position(tables, phase.table()), phase.reductions());
    }
    throw new IllegalArgumentException("there is no fold " + number);
  }

  /** The number of the fold that sums up the table at this position. */
  public int summary(int table) {
    return phases.size() + table;
  }

  /** The position of a phase's table. */
  public int table(Phase.RowUpdate update) {
    return position(tables, update.table());
  }

  /** Whether a phase changes the weights of this table's rows, beside the optimizer. */
  public boolean isUpdated(TableSpec table) {
    return phases.stream()
        .anyMatch(
            phase ->
                phase instanceof Phase.RowUpdate update && update.table().equals(table.name()));
  }

  private static int position(List<TableSpec> tables, String name) {
    for (int i = 0; i < tables.size(); i++) {
      if (tables.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private static void requireUnique(String what, List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new IllegalArgumentException("two " + what + "s are called " + name);
      }
    }
  }
}
