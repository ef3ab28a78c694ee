import static org.apache.spark.sql.functions.col;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Locale;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.classification.FMClassificationModel;
import org.apache.spark.ml.classification.FMClassifier;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.classification.LogisticRegressionModel;
import org.apache.spark.ml.functions;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Spark MLlib's logistic regression or factorization machine in one process: {@code SparkPeer
 * lr|fm MASTER FEATURES train TRAIN MODEL ITERATIONS}, or {@code … predict TEST MODEL
 * PREDICTIONS}, which writes the probability of each row on a line, or {@code … score INPUT MODEL
 * OUTPUT}, which writes a folder of CSV files.
 */
public final class SparkPeer {
  private static final double TOLERANCE = 1e-4;
  private static final double REGULARIZATION = 1e-5;
  private static final int FACTORS = 8;
  private static final double STEP = 0.1;

  private final SparkSession spark;
  private final boolean factors;
  private final String features;

  private SparkPeer(SparkSession spark, boolean factors, String features) {
    this.spark = spark;
    this.factors = factors;
    this.features = features;
  }

  public static void main(String[] arguments) throws IOException {
    SparkSession spark =
        SparkSession.builder()
            .master(arguments[1])
            .appName("peer")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .getOrCreate();
    spark.sparkContext().setLogLevel("WARN");
    SparkPeer peer = new SparkPeer(spark, arguments[0].equals("fm"), arguments[2]);
    if (arguments[3].equals("train")) {
      peer.train(arguments[4], arguments[5], Integer.parseInt(arguments[6]));
    } else if (arguments[3].equals("score")) {
      peer.score(arguments[4], arguments[5], arguments[6]);
    } else {
      peer.predict(arguments[4], arguments[5], arguments[6]);
    }
    spark.stop();
  }

  private Dataset<Row> read(String path) {
    return spark
        .read()
        .format("libsvm")
        .option("numFeatures", features)
        .load(path)
        .selectExpr("CAST(label > 0 AS DOUBLE) AS label", "features");
  }

  private void train(String path, String to, int iterations) throws IOException {
    Dataset<Row> rows = read(path).persist();
    long count = rows.count();
    long began = System.nanoTime();
    int passes;
    MLWritable model;
    if (factors) {
      model =
          new FMClassifier()
              .setFactorSize(FACTORS)
              .setMaxIter(iterations)
              .setStepSize(STEP)
              .setRegParam(REGULARIZATION)
              .fit(rows);
      passes = iterations;
    } else {
      LogisticRegressionModel found =
          new LogisticRegression()
              .setMaxIter(iterations)
              .setRegParam(REGULARIZATION)
              .setTol(TOLERANCE)
              .setStandardization(false)
              .fit(rows);
      passes = found.summary().objectiveHistory().length - 1;
      model = found;
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "training: %d passes over %d rows in %.2f s%n",
        passes,
        count,
        seconds);
    model.write().overwrite().save(to);
  }

  private Transformer model(String from) {
    return factors ? FMClassificationModel.load(from) : LogisticRegressionModel.load(from);
  }

  private void score(String path, String from, String to) {
    model(from)
        .transform(read(path))
        .select(functions.vector_to_array(col("probability"), "float64").getItem(1).as("score"))
        .write()
        .csv(to);
  }

  private void predict(String path, String from, String to) throws IOException {
    Iterator<Row> rows = model(from).transform(read(path)).select("probability").toLocalIterator();
    try (PrintWriter out = new PrintWriter(to, StandardCharsets.UTF_8)) {
      while (rows.hasNext()) {
        Vector probabilities = rows.next().getAs(0);
        out.println(probabilities.apply(1));
      }
    }
  }
}
