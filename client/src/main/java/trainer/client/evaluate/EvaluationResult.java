package trainer.client.evaluate;

import trainer.avro.model.ModelManifest;
import trainer.core.message.Evaluation;
import trainer.core.message.Measures;

/**
 * The result of an evaluation.
 *
 * @param manifest of the model
 * @param measures names its metrics
 * @param evaluation exact: equal to the sums of a job over the same records
 */
public record EvaluationResult(ModelManifest manifest, Measures measures, Evaluation evaluation) {}
