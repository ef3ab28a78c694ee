package trainer.appmaster.mlflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import trainer.appmaster.mlflow.TrackingServer.Text;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.ModelKeys;
import trainer.core.job.JobSpec;

/** The parameters of a run: the keys that decide on the job's model, defaults included. */
final class RunParameters {
  /** The longest value that every version of MLflow takes. */
  private static final int LONGEST = 500;

  private static final String FORBIDDEN = "[^A-Za-z0-9_./ -]";

  private RunParameters() {}

  static List<Text> of(JobSpec job) {
    Map<String, String> texts = new TreeMap<>();
    for (Key<?> key : Keys.all().values()) {
      if (key.defaultText() != null) {
        texts.put(key.name(), key.defaultText());
      }
    }
    texts.putAll(job.settings());
    List<Text> parameters = new ArrayList<>();
    texts.forEach(
        (key, value) -> {
          if (ModelKeys.contains(key) && !value.isEmpty()) {
            parameters.add(new Text(key.replaceAll(FORBIDDEN, "_"), cut(value)));
          }
        });
    return parameters;
  }

  private static String cut(String value) {
    return value.length() <= LONGEST ? value : value.substring(0, LONGEST - 1) + "…";
  }
}
