package trainer.client.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelFormat;
import trainer.avro.model.ModelManifest;
import trainer.avro.model.ModelOrigin;
import trainer.avro.model.ModelPartWriter;
import trainer.client.config.ClientConfiguration;
import trainer.core.aggregate.TableSummary;
import trainer.core.message.PartFile;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

class EvaluatorTest {
  private static final List<TableSpec> TABLES =
      List.of(
          new TableSpec("weights", 1, Initializer.ZERO, true, 20),
          new TableSpec("intercept", 1, Initializer.ZERO, false, 20));

  @TempDir private Path folder;

  private String model(String name, Map<String, String> settings) throws IOException {
    return model(name, settings, TABLES);
  }

  private String model(String name, Map<String, String> settings, List<TableSpec> tables)
      throws IOException {
    Path model = Files.createDirectory(folder.resolve(name));
    String part = ModelFormat.partName(0);
    try (ModelPartWriter writer =
        new ModelPartWriter(Files.newOutputStream(model.resolve(part)), part, 0, tables)) {
      writer.append("intercept", 0, new float[] {0.25f}, 0, 1);
      writer.append("weights", 3, new float[] {-1.5f}, 0, 1);
      writer.append("weights", 7, new float[] {2f}, 0, 1);
      PartFile written = writer.finish();
      ModelManifest manifest =
          new ModelManifest(
              "0".repeat(64),
              new ModelOrigin("", name, settings, "test"),
              5,
              3,
              List.of(),
              tables,
              List.of(written));
      Files.write(model.resolve(ModelFormat.MANIFEST), ManifestFile.encode(manifest));
    }
    return model.toString();
  }

  private String input(String text) throws IOException {
    return Files.writeString(folder.resolve("in.libsvm"), text).toString();
  }

  private static ClientConfiguration configuration(Map<String, String> properties) {
    return ClientConfiguration.of(List.of(), properties, Map.of());
  }

  @Test
  void refusesAModelOfAnotherProgram() {
    assertThatThrownBy(
            () -> Evaluator.evaluate(configuration(Map.of()), "a.onnx", input("1 3:1\n")))
        .hasMessageContaining("only a model of Trainer's has metrics");
  }

  @Test
  void scoresEveryRecordOnceWithTheStoredRows() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      text.append("1 7:1\n-1 3:2\n0 7:0.5 9:4\n");
    }
    EvaluationResult found =
        Evaluator.evaluate(
            configuration(Map.of("trainer.text.block-bytes", "512")),
            model("logistic", Map.of()),
            input(text.toString()));
    // Margins 2.25, −2.75 and 1.25; key 9 is not stored, and so zero.
    double expected = (softplus(-2.25) + softplus(-2.75) + softplus(1.25)) / 3;
    assertThat(found.evaluation().metrics().records()).isEqualTo(1500);
    assertThat(found.evaluation().metrics().meanLoss()).isEqualTo(expected, within(1e-6));
    assertThat(found.evaluation().metrics().meanTally()).isEqualTo(2.0 / 3, within(1e-9));
    assertThat(found.evaluation().auc()).isEqualTo(1);
  }

  private static double softplus(double x) {
    return StrictMath.log1p(StrictMath.exp(x));
  }

  @Test
  void argumentsAreTheModelsAndLabelsItsOwn() throws IOException {
    String model = model("linear", Map.of("trainer.model.args.loss", "huber"));
    EvaluationResult found =
        Evaluator.evaluate(
            configuration(Map.of("trainer.model", "logistic")), model, input("10.25 7:1\n"));
    // Predicted 2.25, so the error is −8, of which Huber's loss is 8 − 1/2.
    assertThat(found.evaluation().metrics().meanLoss()).isEqualTo(7.5);
    assertThat(found.evaluation().metrics().meanTally()).isEqualTo(64);
  }

  @Test
  void aLabelThatIsNoneNamesFileAndPlace() throws IOException {
    String model = model("logistic", Map.of());
    String input = input("1 7:1\n5 7:1\n");
    assertThatThrownBy(() -> Evaluator.evaluate(configuration(Map.of()), model, input))
        .hasMessageStartingWith("DATA_INVALID: label 5")
        .hasMessageContaining("in.libsvm");
    EvaluationResult found =
        Evaluator.evaluate(
            configuration(Map.of("trainer.input.max-bad-records", "1")), model, input);
    assertThat(found.evaluation().metrics().records()).isEqualTo(1);
    assertThat(found.evaluation().metrics().bad()).isEqualTo(1);
  }

  @Test
  void anInputWithoutARecordIsNotScored() throws IOException {
    String model = model("logistic", Map.of());
    for (String text : List.of("", "\n \n", "\n".repeat(100_000))) {
      String input = input(text);
      assertThatThrownBy(() -> Evaluator.evaluate(configuration(Map.of()), model, input))
          .hasMessageStartingWith("INPUT_EMPTY: the input holds no record");
    }
  }

  @Test
  void anInputOfAnotherFormNamesItsFirstLine() throws IOException {
    String model = model("logistic", Map.of());
    String input = input("clicked,country\n" + "1,tr\n".repeat(20_000));
    assertThatThrownBy(() -> Evaluator.evaluate(configuration(Map.of()), model, input))
        .hasMessageContainingAll("this looks like CSV", "line 1: 'clicked,country'");
  }

  @Test
  void aDenseTableScoresAsASparseOneDoes() throws IOException {
    List<TableSpec> dense = List.of(TABLES.get(0).dense(10), TABLES.get(1).dense(1));
    Map<String, String> features = Map.of("trainer.model.args.features", "10");
    String input = input("1 7:1\n-1 3:2\n0 7:0.5 9:4\n");
    EvaluationResult sparse =
        Evaluator.evaluate(configuration(Map.of()), model("logistic", Map.of()), input);
    Files.move(folder.resolve("logistic"), folder.resolve("sparse"));
    String model = model("logistic", features, dense);
    assertThat(Evaluator.evaluate(configuration(Map.of()), model, input).evaluation().metrics())
        .isEqualTo(sparse.evaluation().metrics());
    String beyond = input("1 10:1\n");
    assertThatThrownBy(() -> Evaluator.evaluate(configuration(Map.of()), model, beyond))
        .hasMessageStartingWith("VALUE_OUT_OF_RANGE: key 10 is not in the dense table weights")
        .hasMessageContaining("in.libsvm");
  }

  @Test
  void aModelOfOtherTablesIsRefused() throws IOException {
    String model = model("softmax", Map.of("trainer.model.classes", "3"));
    assertThatThrownBy(() -> Evaluator.evaluate(configuration(Map.of()), model, input("1 7:1\n")))
        .hasMessageStartingWith("CLASS_WRONG_TYPE: ");
  }

  @Test
  void theSummaryCountsRowsAndKeepsTheLargestWeights() throws IOException {
    ModelSummary found =
        ModelSummary.of(model("logistic", Map.of()), 2, configuration(Map.of()).hadoop());
    assertThat(found.tables().get("weights"))
        .extracting(TableSummary::rows, TableSummary::nonZeros)
        .containsExactly(2L, 2L);
    assertThat(found.tables().get("weights").weights())
        .extracting(TableSummary.Statistics::l1, TableSummary.Statistics::l2)
        .containsExactly(3.5, 2.5);
    assertThat(found.tables().get("intercept").rows()).isEqualTo(1);
    assertThat(found.largest())
        .extracting(ModelSummary.Weight::key, ModelSummary.Weight::value)
        .containsExactly(tuple(7L, 2f), tuple(3L, -1.5f));
  }
}
