package trainer.data.format;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.example.Feature;
import trainer.core.failure.FailureKind;
import trainer.core.input.BlockIndex;
import trainer.core.input.Examples;
import trainer.core.input.Labels;
import trainer.data.AvroFiles;
import trainer.data.Input;
import trainer.data.TfExamples;
import trainer.data.read.BlockReader;

/** Records without a label, for a scoring job: {@code trainer.label.required} is false. */
class MissingLabelTest {
  private static final String TABLE =
      """
      {"type": "record", "name": "Row", "fields": [
        {"name": "age", "type": "int"}, {"name": "label", "type": ["null", "int"]},
        {"name": "w", "type": ["null", "double"]}]}
      """;
  private static final String UNLABELLED =
      """
      {"type": "record", "name": "Row", "fields": [{"name": "age", "type": "int"}]}
      """;

  @TempDir private Path folder;

  private Input any() {
    return new Input(folder)
        .labels(Labels.BINARY)
        .with("trainer.score.model-uri", "a-model")
        .with("trainer.label.required", false);
  }

  private Input table() {
    return any().with("trainer.features", "age:raw");
  }

  private static List<Float> labels(Input input) {
    return input.readOn().rows().stream().map(Input.Row::label).toList();
  }

  private static Examples first(Input input) {
    BlockIndex blocks = input.index().blocks();
    try (BlockReader reader = input.reader()) {
      return reader.read(blocks.fileOf(0), blocks.block(0)).examples();
    }
  }

  @Test
  void anEmptyLabelOfCsvIsNoNumberAndAWrongOneBreaksItsRecord() throws IOException {
    Input input = table().with("trainer.csv.null", "NA");
    input.write("a.csv", "label,age\n1,1\n,2\n\"\",3\nNA,4\n7,5\nx,6\nNaN,7\n0,8\n");
    Input.Read read = input.readOn();
    assertThat(read.rows().stream().map(Input.Row::label))
        .containsExactly(1f, Float.NaN, Float.NaN, Float.NaN, 0f);
    assertThat(read.rows().get(4).values()).containsExactly(8f);
    assertThat(read.bad().count()).isEqualTo(3);
    assertThat(read.bad().first().message()).contains("label 7 is none that the model takes");
    fails(FailureKind.DATA_INVALID, input.with("trainer.label.required", true)::read)
        .contains("the label, column 'label', is empty");
  }

  @Test
  void anEmptyLabelOfTextIsNoNumber() throws IOException {
    Input input =
        table().with("trainer.label.positive", "yes").with("trainer.label.negative", "no");
    input.write("a.csv", "label,age\nyes,1\n,2\n\"\",3\nno,4\nperhaps,5\n");
    assertThat(labels(input)).containsExactly(1f, Float.NaN, Float.NaN, 0f);
  }

  @Test
  void aFileWithoutLabelAndWeightIsRead() throws IOException {
    Input input = table().with("trainer.weight", "w").with("trainer.score.keep", "age");
    input.write("a.csv", "age,other\n1,x\n2,y\n");
    Examples examples = first(input);
    assertThat(examples.records()).isEqualTo(2);
    assertThat(examples.labels()).containsExactly(Float.NaN, Float.NaN);
    assertThat(examples.weights()).isNull();
    assertThat(Input.kept(examples)).containsExactly(List.of("1"), List.of("2"));
    fails(FailureKind.INPUT_BAD_FILE, input.with("trainer.label.required", true)::read)
        .contains("trainer.label names column 'label', which the file does not have");
  }

  @Test
  void aMissingWeightIsOneAndAWrongOneBreaksItsRecord() throws IOException {
    Input input = table().with("trainer.weight", "w");
    input.write("a.csv", "age,w\n1,\n2,3\n3,0\n");
    assertThat(first(input).weights()).containsExactly(1f, 3f);
  }

  @Test
  void recordsOfAnAvroTableMayHaveNoLabel() throws IOException {
    Input input = table().with("trainer.weight", "w");
    input.write(
        "a.avro",
        AvroFiles.write(
            TABLE,
            "null",
            4,
            4,
            (record, i) -> {
              record.put("age", i);
              record.put("label", i == 1 ? null : i);
              record.put("w", i == 1 ? null : 2.0);
            }));
    Examples examples = first(input);
    assertThat(examples.labels()).containsExactly(0f, Float.NaN);
    assertThat(examples.weights()).containsExactly(2f, 1f);
    assertThat(input.readOn().bad().count()).isEqualTo(2);
  }

  @Test
  void anAvroTableMayHaveNoLabel() throws IOException {
    Input input = table().with("trainer.weight", "w");
    input.write(
        "a.avro", AvroFiles.write(UNLABELLED, "null", 2, 2, (record, i) -> record.put("age", i)));
    assertThat(labels(input)).containsExactly(Float.NaN, Float.NaN);
    assertThat(first(input).weights()).isNull();
  }

  @Test
  void avroRowsOfKeysAndValuesMayHaveNoLabel() throws IOException {
    String nullable = AvroFiles.PLAIN.replace("\"int\"", "[\"null\", \"int\"]");
    byte[] bytes =
        AvroFiles.write(
            nullable,
            "null",
            4,
            4,
            (record, i) -> {
              record.put("label", i == 1 ? null : i == 3 ? Integer.valueOf(7) : i % 2);
              record.put("indices", List.of(5L));
              record.put("values", List.of(0.5f));
            });
    Input input = any();
    input.write("a.avro", bytes);
    Input.Read read = input.readOn();
    assertThat(read.rows()).isEqualTo(List.of(keyed(0f), keyed(Float.NaN), keyed(0f)));
    assertThat(read.bad().first().message()).contains("label 7 is none", "record 3");
    fails(FailureKind.DATA_INVALID, input.with("trainer.label.required", true)::read)
        .contains("label is null");
  }

  private static Input.Row keyed(float label) {
    return new Input.Row(label, List.of(5L), List.of(0.5f));
  }

  @Test
  void avroRowsOfKeysAndValuesMayLackTheField() throws IOException {
    String lacking = AvroFiles.PLAIN.replace("{\"name\": \"label\", \"type\": \"int\"},", "");
    Input input = any();
    input.write(
        "a.avro",
        AvroFiles.write(
            lacking,
            "null",
            2,
            2,
            (record, i) -> {
              record.put("indices", List.of(5L));
              record.put("values", List.of(0.5f));
            }));
    assertThat(input.read()).isEqualTo(List.of(keyed(Float.NaN), keyed(Float.NaN)));
    fails(FailureKind.INPUT_BAD_FILE, input.with("trainer.label.required", true)::index)
        .contains("its schema has no field 'label'");
  }

  private static byte[] example(Object... namesAndFeatures) {
    Map<String, Feature> features = new TreeMap<>();
    for (int i = 0; i < namesAndFeatures.length; i += 2) {
      features.put((String) namesAndFeatures[i], (Feature) namesAndFeatures[i + 1]);
    }
    return TfExamples.example(features);
  }

  @Test
  void examplesOfKeysAndValuesMayHaveNoLabel() throws IOException {
    Input input = any();
    List<byte[]> records = new ArrayList<>();
    for (Feature label : List.of(TfExamples.whole(1L), TfExamples.whole(), TfExamples.whole(7L))) {
      records.add(example("label", label, "indices", TfExamples.whole(5L)));
    }
    records.add(example("indices", TfExamples.whole(5L)));
    input.write("a.tfrecord", TfExamples.file(records));
    assertThat(labels(input)).containsExactly(1f, Float.NaN, Float.NaN);
    assertThat(input.readOn().bad().first().message()).contains("label 7 is none");
    assertThat(labels(input.with("trainer.label.required", true))).containsExactly(1f);
  }

  @Test
  void examplesOfATableMayHaveNoLabelAndNoWeight() throws IOException {
    Input input = table().with("trainer.weight", "w");
    input.write(
        "a.tfrecord",
        TfExamples.file(
            List.of(
                example("age", TfExamples.whole(3L)),
                example("age", TfExamples.whole(4L), "label", TfExamples.whole(1L)))));
    assertThat(first(input).labels()).containsExactly(Float.NaN, 1f);
    assertThat(first(input).weights()).isNull();
  }
}
