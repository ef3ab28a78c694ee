package trainer.core.job;

import java.util.List;
import trainer.core.aggregate.Reduction;

/**
 * A fold over the rows of a table, as a model and its tables have them.
 *
 * @param name the phase's, or of a table's summary the table's
 * @param table the table's position
 */
public record Fold(String name, int table, List<Reduction> reductions) {}
