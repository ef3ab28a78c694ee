package trainer.client.evaluate;

import trainer.avro.model.ModelManifest;
import trainer.core.input.Labels;
import trainer.core.message.Evaluation;

/**
 * How well a model does.
 *
 * @param manifest of the model
 * @param labels say which metrics mean something
 * @param evaluation exact: the sums that a job would have made of the same records
 */
public record Evaluated(ModelManifest manifest, Labels labels, Evaluation evaluation) {}
