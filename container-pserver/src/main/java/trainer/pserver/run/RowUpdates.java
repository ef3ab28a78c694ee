package trainer.pserver.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trainer.core.job.JobSpec;
import trainer.core.job.Phase;
import trainer.learning.model.Models;
import trainer.learning.spi.Model;
import trainer.pserver.partition.RowUpdate;

/** The row updates of a job, as its model gives them. */
final class RowUpdates {
  private RowUpdates() {}

  /**
   * By the numbers of their phases; the model is loaded only where there are any.
   *
   * @throws trainer.core.failure.FailureException when the model cannot be loaded
   */
  static Map<Integer, RowUpdate> of(JobSpec spec, ClassLoader classes) {
    List<Phase> phases = spec.model().phases();
    if (phases.stream().noneMatch(Phase.RowUpdate.class::isInstance)) {
      return Map.of();
    }
    Model model = Models.load(spec, classes);
    Map<Integer, RowUpdate> updates = new LinkedHashMap<>();
    for (int number = 0; number < phases.size(); number++) {
      if (phases.get(number) instanceof Phase.RowUpdate update) {
        int table = spec.model().table(update);
        updates.put(number, new RowUpdate(table, update.name(), model.function(update.name())));
      }
    }
    return updates;
  }
}
