import com.tencent.angel.conf.AngelConf;
import com.tencent.angel.ml.core.graphsubmit.GraphRunner;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * Angel's logistic regression in local mode, where master, pserver and worker are threads of this
 * process: {@code AngelPeer train|predict INPUT MODEL SCRATCH FEATURES [key=value …]}. The pairs
 * are Angel's own keys, and the last value of a key counts.
 */
public final class AngelPeer {
  private static final Map<String, String> BASE =
      Map.of(
          AngelConf.ANGEL_DEPLOY_MODE, "LOCAL",
          "mapred.mapper.new-api", "true",
          AngelConf.ANGEL_INPUTFORMAT_CLASS,
              "org.apache.hadoop.mapreduce.lib.input.CombineTextInputFormat",
          AngelConf.ANGEL_JOB_OUTPUT_PATH_DELETEONEXIST, "true",
          AngelConf.ANGEL_PS_NUMBER, "1",
          AngelConf.ANGEL_WORKERGROUP_NUMBER, "1",
          AngelConf.ANGEL_WORKER_TASK_NUMBER, "2",
          AngelConf.ANGEL_PSAGENT_CACHE_SYNC_TIMEINTERVAL_MS, "10",
          "ml.model.class.name", "com.tencent.angel.ml.classification.LogisticRegression",
          "ml.data.type", "libsvm");

  private AngelPeer() {}

  public static void main(String[] arguments) throws Exception {
    boolean predicts = arguments[0].equals("predict");
    String input = "file://" + arguments[1];
    String model = "file://" + arguments[2];
    String scratch = "file://" + arguments[3];
    Configuration configuration = new Configuration();
    BASE.forEach(configuration::set);
    configuration.set("ml.feature.index.range", arguments[4]);
    configuration.set("ml.model.size", arguments[4]);
    configuration.set(AngelConf.ANGEL_LOG_PATH, scratch + "/log");
    if (predicts) {
      configuration.set(AngelConf.ANGEL_PREDICT_DATA_PATH, input);
      configuration.set(AngelConf.ANGEL_LOAD_MODEL_PATH, model);
      configuration.set(AngelConf.ANGEL_PREDICT_PATH, scratch + "/predicted");
      configuration.set(AngelConf.ANGEL_WORKER_TASK_NUMBER, "1"); // so that rows stay in order
    } else {
      configuration.set(AngelConf.ANGEL_TRAIN_DATA_PATH, input);
      configuration.set(AngelConf.ANGEL_SAVE_MODEL_PATH, model);
    }
    configuration.set(AngelConf.ANGEL_ACTION_TYPE, predicts ? "predict" : "train");
    for (int i = 5; i < arguments.length; i++) {
      String[] pair = arguments[i].split("=", 2);
      configuration.set(pair[0], pair[1]);
    }
    GraphRunner runner = new GraphRunner();
    if (predicts) {
      runner.predict(configuration);
    } else {
      runner.train(configuration);
    }
    System.exit(0); // its threads would keep the process
  }
}
