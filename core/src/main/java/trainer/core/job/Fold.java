package trainer.core.job;

import java.util.List;
import trainer.core.aggregate.Reduction;

/**
 * A fold over the rows of a table, defined by a model and its tables.
 *
 * @param name the phase's; in the case of a table's summary, the table's
 * @param table the table's position
 */
public record Fold(String name, int table, List<Reduction> reductions) {}
