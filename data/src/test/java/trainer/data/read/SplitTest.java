package trainer.data.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.Settings;
import trainer.core.feature.MomentSums;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.BlockIndex;
import trainer.core.input.Labels;
import trainer.core.input.Split;
import trainer.data.Input;
import trainer.data.Input.Row;

class SplitTest {
  private static final int RECORDS = 4000;
  private static final String TERMS = "age:number,city:category,pay:number";

  @TempDir private Path folder;

  private Input input(String name) {
    return new Input(folder.resolve(name))
        .labels(Labels.BINARY)
        .with("trainer.features", TERMS)
        .with("trainer.validation.percent", "25");
  }

  private static String line(int i) {
    return i % 2 + "," + (i % 9 == 0 ? "" : i % 80) + ",c" + i + "," + i / 8.0 + "\n";
  }

  private static String rows() {
    StringBuilder text = new StringBuilder("label,age,city,pay\n");
    for (int i = 0; i < RECORDS; i++) {
      text.append(line(i));
    }
    return text.toString();
  }

  private static List<Row> read(Input input, Split split) {
    return input.read(input.index().blocks().of(split));
  }

  @Test
  void trainedAndHeldOutRecordsAreAllRecords() throws IOException {
    Input input = input("a");
    input.write("a.csv", rows());
    List<Row> trained = read(input, Split.TRAINED);
    List<Row> heldOut = read(input, Split.HELD_OUT);
    assertThat(heldOut.size()).isBetween(900, 1100);
    List<Row> both = new ArrayList<>(trained);
    both.addAll(heldOut);
    assertThat(both).containsExactlyInAnyOrderElementsOf(read(input, Split.ALL)).hasSize(RECORDS);
  }

  @Test
  void theSplitDependsOnNeitherFilesNorBlocksNorOrderOfColumns() throws IOException {
    Input one = input("one");
    one.write("a.csv", rows());
    Input many = input("many").with("trainer.block.records", 7);
    StringBuilder text = new StringBuilder("pay,city,label,age\n");
    for (int i = RECORDS - 1; i >= 0; i--) {
      String[] fields = line(i).strip().split(",", -1);
      text.append(String.join(",", fields[3], fields[2], fields[0], fields[1])).append('\n');
      if (i == 1234) {
        many.write("z.csv", text.toString());
        text.setLength("pay,city,label,age\n".length());
      }
    }
    many.write("b.csv", text.toString());
    Set<Row> heldOut = new HashSet<>(read(one, Split.HELD_OUT));
    assertThat(new HashSet<>(read(many, Split.HELD_OUT))).isEqualTo(heldOut).isNotEmpty();
  }

  @Test
  void rowsOfKeysAndValuesAreSplitAsWell() throws IOException {
    Input input = input("libsvm");
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < RECORDS; i++) {
      text.append(i % 2).append(" 3:1 ").append(10 + i).append(":0.5 9000:1\n");
    }
    input.with("trainer.input.format", "libsvm").write("a.libsvm", text.toString());
    List<Row> heldOut = read(input, Split.HELD_OUT);
    assertThat(heldOut.size()).isBetween(900, 1100);
    assertThat(read(input, Split.TRAINED))
        .hasSize(RECORDS - heldOut.size())
        .doesNotContainAnyElementsOf(heldOut);
  }

  @Test
  void sampledNegativesHaveTheWeightOfAll() throws IOException {
    Input input =
        input("n").with("trainer.validation.percent", 0).with("trainer.input.negatives", "0.125");
    input.write("a.csv", rows());
    BlockIndex blocks = input.index().blocks().of(Split.TRAINED);
    double positives = 0;
    double negatives = 0;
    int records = 0;
    try (BlockReader reader = input.reader()) {
      for (int b = 0; b < blocks.size(); b++) {
        var examples = reader.read(blocks.fileOf(b), blocks.block(b)).examples();
        records += examples.records();
        for (int i = 0; i < examples.records(); i++) {
          boolean isPositive = examples.labels()[i] > 0;
          positives += isPositive ? examples.weight(i) : 0;
          negatives += isPositive ? 0 : examples.weight(i);
        }
      }
    }
    assertThat(positives).isEqualTo(RECORDS / 2.0);
    assertThat(negatives).isBetween(RECORDS * 0.43, RECORDS * 0.57);
    assertThat(records).isBetween(2150, 2350);
  }

  @Test
  void aBrokenRecordCountsWhereItIsTrainedOn() throws IOException {
    Input input = input("broken");
    input.write("a.csv", rows() + "2,1,x,1\n1,inf,x,1\n");
    BlockIndex blocks = input.index().blocks();
    for (Split split : List.of(Split.TRAINED, Split.HELD_OUT)) {
      long bad = 0;
      try (BlockReader reader = input.reader()) {
        for (int b = 0; b < blocks.size(); b++) {
          bad += reader.read(blocks.of(split).fileOf(b), blocks.block(b)).bad().count();
        }
      }
      assertThat(bad).as(split.name()).isEqualTo(split == Split.TRAINED ? 2 : 0);
    }
  }

  @Test
  void momentsAreThoseOfTheRecordsTrainedOn() throws IOException {
    Input input = input("m");
    input.write("a.csv", rows());
    BlockIndex blocks = input.index().blocks().of(Split.TRAINED);
    List<MomentSums> sums = List.of(new MomentSums(), new MomentSums());
    Map<String, String> keys =
        Map.of("trainer.features", TERMS, "trainer.validation.percent", "25");
    try (BlockReader reader =
        new BlockReader(
            Input.hadoop(), Settings.of(keys), Labels.BINARY, () -> TableEncoding.moments(sums))) {
      for (int b = 0; b < blocks.size(); b++) {
        reader.read(blocks.fileOf(b), blocks.block(b));
      }
    }
    Set<Row> trained = read(input, Split.TRAINED).stream().collect(Collectors.toSet());
    assertThat(sums.get(1).moments().count()).isEqualTo(trained.size());
  }
}
