package trainer.data.format.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.config.Settings;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.MomentSums;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.InputFile;
import trainer.core.input.Labels;
import trainer.data.Input;
import trainer.data.file.PinnedFile;
import trainer.data.format.BlockSink;
import trainer.data.format.ColumnSample;
import trainer.data.format.FormatSettings;
import trainer.data.format.TableSample;

class CsvFormatTest {
  private static final String TERMS = "age:number,city:category";

  @TempDir private Path folder;
  private final CsvFormat format = new CsvFormat();

  private PinnedFile file(String text) throws IOException {
    Path path = Files.writeString(folder.resolve("a.csv"), text);
    InputFile pinned =
        new InputFile(
            path.toUri().toString(), Files.size(path), Files.getLastModifiedTime(path).toMillis());
    return PinnedFile.open(Input.hadoop(), pinned);
  }

  private static FormatSettings settings(String... keysAndValues) {
    Map<String, String> texts = new HashMap<>(Map.of("trainer.features", TERMS));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      texts.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return FormatSettings.of(Settings.of(texts));
  }

  private List<BlockContent> decodeAll(PinnedFile file, FormatSettings settings) {
    List<BlockContent> all = new ArrayList<>();
    format.cut(
        file,
        settings,
        new BlockSink() {
          @Override
          public void unit() {
            throw new AssertionError("CSV has no units");
          }

          @Override
          public void block(long offset, long length, long records, int skip) {
            Block block = new Block(all.size(), offset, length, records, skip);
            all.add(
                format.open(file, settings, Labels.BINARY, TableEncoding.unscaled()).decode(block));
          }

          @Override
          public void broken(BadRecords bad) {
            throw new AssertionError(bad);
          }
        });
    return all;
  }

  @ParameterizedTest
  @ValueSource(strings = {",", ";", "\t", "|"})
  void theHeaderTellsTheDelimiter(String delimiter) throws IOException {
    String text = "label,age,\"city; state|x\ty\"\n1,30,\"a;b|c\td,e\"\n0,,x\n";
    String other = text.replace("label,age,", "label" + delimiter + "age" + delimiter);
    other = other.replace("1,30,", "1" + delimiter + "30" + delimiter);
    other = other.replace("0,,x", "0" + delimiter + delimiter + "x");
    FormatSettings settings =
        settings("trainer.features", "age:number,\"city; state|x\ty\":category");
    long[] wanted;
    try (PinnedFile file = file(text)) {
      wanted = decodeAll(file, settings).get(0).examples().keys();
    }
    try (PinnedFile file = file(other)) {
      assertThat(decodeAll(file, settings).get(0).examples().keys()).containsExactly(wanted);
    }
  }

  @Test
  void aFileWithoutAHeaderHasTheColumnsThatTheJobNames() throws IOException {
    long[] wanted;
    try (PinnedFile file = file("label,age,city\n1,30,a\n0,40,b\n")) {
      wanted = decodeAll(file, settings()).get(0).examples().keys();
    }
    for (String mark : List.of("", "\ufeff")) {
      try (PinnedFile file = file(mark + "1,30,a\n0,40,b\n")) {
        FormatSettings named = settings("trainer.csv.columns", "label, age ,city");
        assertThat(decodeAll(file, named).get(0).examples().keys()).containsExactly(wanted);
        assertThat(format.check(file, named, Labels.BINARY).records()).isEqualTo(2);
      }
    }
  }

  @Test
  void aTextMayStandForAMissingValue() throws IOException {
    long[] wanted;
    try (PinnedFile file = file("label,age,city\n1,,\n")) {
      wanted = decodeAll(file, settings()).get(0).examples().keys();
    }
    try (PinnedFile file = file("label,age,city\n1,NA,NA\n")) {
      assertThat(decodeAll(file, settings("trainer.csv.null", "NA")).get(0).examples().keys())
          .containsExactly(wanted);
    }
    try (PinnedFile file = file("label,age,city\n1,,\"NA\"\n")) {
      assertThat(decodeAll(file, settings("trainer.csv.null", "NA")).get(0).examples().keys())
          .as("in quotes it is a text")
          .isNotEqualTo(wanted);
    }
  }

  @Test
  void momentsAreOfTheNumbersThatAreThere() throws IOException {
    try (PinnedFile file =
        file("label,age,city\n1,30,a\n0,,b\n1,NaN,c\n0,x,d\n1,inf,e\n9,50,f\n0,40.5,g\n")) {
      MomentSums sums = new MomentSums();
      long end = file.length();
      BlockContent content =
          format
              .open(file, settings(), Labels.BINARY, TableEncoding.moments(List.of(sums)))
              .decode(new Block(0, 15, end - 15, 7, 0));
      MomentSums wanted = new MomentSums();
      wanted.add(30);
      wanted.add(40.5);
      assertThat(sums.moments()).isEqualTo(wanted.moments());
      assertThat(content.bad().count()).as("x, inf and the label 9").isEqualTo(3);
    }
  }

  @Test
  void aSampleHasTheKindsOfTheColumns() throws IOException {
    try (PinnedFile file =
        file("a,b,c,d\n1,x,,\n2.5,\"\",,4\n-3e4,x,,NA\nragged\n" + "7,y,,5\n".repeat(8))) {
      TableSample sample = new TableSample();
      format.sample(file, settings(), sample);
      assertThat(sample.records()).isEqualTo(11);
      assertThat(sample.columns())
          .extracting(ColumnSample::name)
          .containsExactly("a", "b", "c", "d");
      assertThat(sample.columns())
          .extracting(ColumnSample::kind)
          .containsExactly(ColumnKind.NUMBER, ColumnKind.TEXT, ColumnKind.TEXT, ColumnKind.TEXT);
      assertThat(sample.columns())
          .extracting(ColumnSample::missing)
          .containsExactly(0L, 0L, 11L, 1L);
      assertThat(sample.columns().get(1).counts()).isEqualTo(Map.of("x", 2, "", 1, "y", 8));
      assertThat(sample.columns())
          .extracting(ColumnSample::strayText)
          .containsExactly("", "", "", "NA");
    }
  }

  @Test
  void onlyTheHeadOfALargeFileIsChecked() throws IOException {
    try (PinnedFile file = file("label,age,city\n" + "1,30,a\n".repeat(100_000) + "broken\n")) {
      assertThat(format.check(file, settings(), Labels.BINARY).bad().count()).isZero();
      assertThat(format.check(file, settings(), Labels.BINARY).whole()).isFalse();
      TableSample sample = new TableSample();
      format.sample(file, settings(), sample);
      assertThat(sample.records()).isBetween(1000L, 99_999L);
    }
    try (PinnedFile file = file("label,age,city\n1,30,a\nbroken\n")) {
      assertThat(format.check(file, settings(), Labels.BINARY).bad().count()).isEqualTo(1);
      assertThat(format.check(file, settings(), Labels.BINARY).whole()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "trainer.csv.delimiter=\"",
        "trainer.csv.columns=a,,b",
        "trainer.csv.columns=a,b,a"
      })
  void aSettingThatCannotBeIsNamed(String setting) throws IOException {
    String[] parts = setting.split("=", 2);
    try (PinnedFile file = file("label,age,city\n1,30,a\n")) {
      assertThatThrownBy(() -> CsvFile.open(file, settings(parts[0], parts[1])))
          .hasMessageStartingWith("CONFIG_INVALID")
          .hasMessageContaining("trainer.csv.");
    }
  }
}
