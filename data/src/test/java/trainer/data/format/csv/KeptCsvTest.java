package trainer.data.format.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.failure.FailureKind;
import trainer.core.input.BlockIndex;
import trainer.core.input.Examples;
import trainer.core.input.Split;
import trainer.data.Input;
import trainer.data.read.BlockReader;

/** The columns of CSV that scoring copies to its output. */
class KeptCsvTest {
  @TempDir private Path folder;

  private Input input(String kept) {
    return new Input(folder.resolve("in"))
        .with("trainer.features", "age:raw,city:category")
        .with("trainer.score.keep", kept);
  }

  @Test
  void textsAreKeptAsTheFileHasThem() throws IOException {
    Input input = input("note,id").with("trainer.csv.null", "NA");
    input.write(
        "a.csv",
        """
        id,label,age,city,note
        9007199254740993,1,30,x,"a ""b"",
        Zürich 東京"
        007,0,1,y,
        NA,0,1,y,""
        a  8 ,0,1,y,"NA"
        """);
    assertThat(input.kept())
        .containsExactly(
            List.of("a \"b\",\nZürich 東京", "9007199254740993"),
            Arrays.asList(null, "007"),
            Arrays.asList("", null),
            List.of("NA", "a  8 "));
  }

  @Test
  void aKeptColumnIsAlsoAFeatureTheLabelOrTheWeight() throws IOException {
    Input input = input("age,city,label,w").with("trainer.weight", "w");
    String text = "age,city,label,w\n030,a,1,2.50\n,,0,1\n";
    input.write("a.csv", text);
    assertThat(input.kept())
        .containsExactly(List.of("030", "a", "1", "2.50"), Arrays.asList(null, null, "0", "1"));
    Input plain = input("").with("trainer.weight", "w");
    assertThat(input.read()).isEqualTo(plain.read()).hasSize(2);
    BlockIndex blocks = input.index().blocks();
    try (BlockReader reader = input.reader()) {
      Examples examples = reader.read(blocks.fileOf(0), blocks.block(0)).examples();
      assertThat(examples.weights()).containsExactly(2.5f, 1f);
    }
  }

  @Test
  void nothingIsKeptWhereTheJobKeepsNothing() throws IOException {
    Input input = input("");
    input.write("a.csv", "age,city,label\n1,a,1\n");
    BlockIndex blocks = input.index().blocks();
    try (BlockReader reader = input.reader()) {
      assertThat(reader.read(blocks.fileOf(0), blocks.block(0)).examples().kept()).isNull();
    }
  }

  @Test
  void aKeptColumnIsLeftOutOfTheOtherFeatures() throws IOException {
    Input input = input("id").with("trainer.features", "-city,age:raw");
    input.write("a.csv", "id,age,city,other,label\n7,1,a,x,1\n");
    assertThat(input.read().get(0).keys()).hasSize(2);
    assertThat(input("").with("trainer.features", "-city,age:raw").read().get(0).keys()).hasSize(3);
    assertThat(input.kept()).containsExactly(List.of("7"));
    assertThat(input.with("trainer.features", "-city,age:raw,id:category").read().get(0).keys())
        .hasSize(3);
  }

  @Test
  void brokenRecordsDoNotShiftTexts() throws IOException {
    Input input = input("id");
    StringBuilder text = new StringBuilder("id,label,age,city\n");
    for (int i = 0; i < 3000; i++) {
      String[] forms = {"%d,1,%d,c\n", "%d,1,x%d,c\n", "%d,1,%d\n", "%d,one,%d,c\n"};
      text.append(forms[i % 7 < 3 ? i % 7 + 1 : 0].formatted(i, i));
    }
    input.write("a.csv", text.toString());
    List<List<String>> ids =
        IntStream.range(0, 3000)
            .filter(i -> i % 7 >= 3)
            .mapToObj(i -> List.of(String.valueOf(i)))
            .toList();
    for (int k : new int[] {0, 1, 7, 1000}) {
      assertThat(input.with("trainer.block.records", k).kept()).isEqualTo(ids);
    }
    assertThat(input.readOn().rows()).hasSameSizeAs(ids);
  }

  @Test
  void recordsThatAreNotTakenDoNotShiftTexts() throws IOException {
    Input input =
        input("age").with("trainer.validation.percent", 25).with("trainer.input.negatives", "0.5");
    StringBuilder text = new StringBuilder("label,age,city\n");
    for (int i = 1; i <= 4000; i++) {
      text.append(i % 2).append(',').append(i).append(",c\n");
    }
    input.write("a.csv", text.toString());
    int taken = 0;
    for (Split split : List.of(Split.TRAINED, Split.HELD_OUT)) {
      BlockIndex blocks = input.index().blocks().of(split);
      try (BlockReader reader = input.reader()) {
        for (int b = 0; b < blocks.size(); b++) {
          Examples examples = reader.read(blocks.fileOf(b), blocks.block(b)).examples();
          List<List<String>> ages =
              Input.records(examples).stream()
                  .map(row -> List.of(String.valueOf(row.values().get(0).intValue())))
                  .toList();
          assertThat(Input.kept(examples)).isEqualTo(ages);
          taken += examples.records();
        }
      }
    }
    assertThat(taken).isBetween(2500, 3500);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "bz2", "zst"})
  void compressedTextKeepsTheSameTexts(String ending) throws IOException {
    Input input = input("id,city").with("trainer.block.records", 70);
    StringBuilder text = new StringBuilder("id,label,age,city\n");
    for (int i = 0; i < 500; i++) {
      text.append("i" + i + ",1," + i + "," + (i % 3 == 0 ? "" : "c" + i) + "\n");
    }
    ByteArrayOutputStream stored = new ByteArrayOutputStream();
    try (OutputStream out =
        switch (ending) {
          case "gz" -> new GZIPOutputStream(stored);
          case "bz2" -> new BZip2CompressorOutputStream(stored);
          default -> new ZstdOutputStream(stored);
        }) {
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
    input.write("a.csv." + ending, stored.toByteArray());
    List<List<String>> expected =
        IntStream.range(0, 500)
            .mapToObj(i -> Arrays.asList("i" + i, i % 3 == 0 ? null : "c" + i))
            .toList();
    assertThat(input.kept()).isEqualTo(expected);
    BlockIndex blocks = input.index().blocks();
    try (BlockReader reader = input.reader()) {
      reader.readUnit(
          blocks.fileOf(0),
          blocks.block(3),
          (block, content) ->
              assertThat(Input.kept(content.examples()))
                  .isEqualTo(expected.subList(block.skip(), block.skip() + (int) block.records())));
    }
  }

  @Test
  void aFolderIsKeptAsAColumn() throws IOException {
    Input input = input("country,age,dt");
    input.write("dt=2026-11-24/country=de/a.csv", "label,age,city\n1,1,a\n0,2,b\n");
    input.write(
        "dt=2026-11-25/country=__HIVE_DEFAULT_PARTITION__/a.csv", "label,age,city\n1,3,a\n");
    assertThat(input.kept())
        .containsExactlyInAnyOrder(
            List.of("de", "1", "2026-11-24"),
            List.of("de", "2", "2026-11-24"),
            Arrays.asList(null, "3", "2026-11-25"));
  }

  @Test
  void aFileWithoutAKeptColumnIsRefusedWithTheNearestName() throws IOException {
    Input input = input("age,client");
    input.write("a.csv", "label,age,city,cliemt\n1,1,a,x\n");
    fails(FailureKind.INPUT_BAD_FILE, input::read)
        .contains(
            "trainer.score.keep names column 'client', which the file does not have",
            "did you mean 'cliemt'?",
            "a.csv",
            "its columns are: label, age, city, cliemt");
  }

  @Test
  void aListThatIsNoneIsRefused() throws IOException {
    Input input = input("age:raw");
    input.write("a.csv", "label,age,city\n1,1,a\n");
    fails(FailureKind.CONFIG_INVALID, input::reader)
        .contains("trainer.score.keep is no list of columns", "age:raw");
    fails(FailureKind.CONFIG_INVALID, input("age,age")::reader).contains("named twice");
  }
}
