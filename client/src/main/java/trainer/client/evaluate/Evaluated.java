package trainer.client.evaluate;

import trainer.avro.model.ModelManifest;
import trainer.core.message.Evaluation;
import trainer.core.message.Measures;

/**
 * How well a model does.
 *
 * @param manifest of the model
 * @param measures names its metrics
 * @param evaluation exact: the sums that a job would have made of the same records
 */
public record Evaluated(ModelManifest manifest, Measures measures, Evaluation evaluation) {}
