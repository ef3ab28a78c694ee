package trainer.avro.model;

import java.util.Map;

/**
 * The origin of a stored model or checkpoint.
 *
 * @param job the job that made it, empty where it is not known
 * @param model the value of {@code trainer.model}
 * @param settings those that define the model, {@code trainer.model.args.*} among them, its data
 *     and its training
 * @param writer the version of Trainer that wrote it
 */
public record ModelOrigin(String job, String model, Map<String, String> settings, String writer) {
  public ModelOrigin {
    settings = Map.copyOf(settings);
  }
}
