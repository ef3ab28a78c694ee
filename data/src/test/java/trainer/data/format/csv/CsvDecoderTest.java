package trainer.data.format.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.feature.FeatureKeys;
import trainer.core.feature.FeatureTerms;
import trainer.core.feature.Standardisation;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.input.InputFile;
import trainer.core.input.LabelRule;
import trainer.core.input.Labels;
import trainer.data.Input;
import trainer.data.file.PinnedFile;
import trainer.data.format.FormatSettings;
import trainer.data.format.TableUse;

class CsvDecoderTest {
  private static final String TERMS = "age:number,city:category";
  private static final FeatureKeys KEYS = new FeatureKeys();

  @TempDir private Path folder;

  private static TableUse use(String terms) {
    return new TableUse(
        "label", "", "", "", Optional.of(FeatureTerms.parse(terms)), KEYS, List.of(), true);
  }

  private BlockContent decode(String text, TableUse use, LabelRule labels) throws IOException {
    return decode(text, use, labels, -1);
  }

  private BlockContent decode(String text, TableUse use, LabelRule labels, long records)
      throws IOException {
    Path path = Files.writeString(folder.resolve("a.csv"), text);
    InputFile pinned =
        new InputFile(
            path.toUri().toString(), Files.size(path), Files.getLastModifiedTime(path).toMillis());
    try (PinnedFile file = PinnedFile.open(Input.hadoop(), pinned)) {
      CsvFile csv =
          new CsvFile(
              file, CsvDialect.COMMA, "", CsvHeader.read(file, CsvDialect.COMMA, 1 << 20), 1 << 20);
      int numbers = use.features().orElseThrow().standardised().size();
      TableEncoding encoding =
          TableEncoding.features(Collections.nCopies(numbers, new Standardisation(30, 5)));
      FormatSettings settings =
          new FormatSettings(0, 1 << 15, 1 << 20, 0, use, Settings.of(Map.of()));
      CsvDecoder decoder = new CsvDecoder(csv, settings, labels, encoding);
      long start = csv.header().end();
      return decoder.decode(new Block(0, start, file.length() - start, records, 0));
    }
  }

  private Examples decode(String text) throws IOException {
    BlockContent content = decode(text, use(TERMS), Labels.BINARY);
    assertThat(content.bad().count()).isZero();
    return content.examples();
  }

  private static long category(String column, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    return KEYS.column(column).category(bytes, 0, bytes.length);
  }

  @Test
  void columnsBecomeFeatures() throws IOException {
    Examples examples =
        decode(
            "city,label,age,other\nParis,1,40,x\n\"a \"\"b\"\",\nc\",0,,\n\"\",-1,25,\n,1,30,\n");
    long age = KEYS.column("age").number();
    assertThat(examples.labels()).containsExactly(1, 0, -1, 1);
    assertThat(examples.keys())
        .containsExactly(
            age,
            category("city", "Paris"),
            KEYS.column("age").missing(),
            category("city", "a \"b\",\nc"),
            age,
            category("city", ""),
            age,
            KEYS.column("city").missing());
    assertThat(examples.values()).containsExactly(2, 1, 1, 1, -1, 1, 0, 1);
  }

  @Test
  void theOrderOfColumnsDoesNotMatter() throws IOException {
    Examples one = decode("age,city,label\n35,Rome,1\n");
    Examples other = decode("label,x,city,age\n1,9,Rome,35\n");
    assertThat(other.keys()).isEqualTo(one.keys());
    assertThat(other.values()).isEqualTo(one.values());
  }

  @Test
  void labelsMayBeTextAndRecordsMayHaveWeights() throws IOException {
    TableUse use =
        new TableUse(
            "income",
            ">50K",
            "",
            "w",
            Optional.of(FeatureTerms.parse("age:raw")),
            KEYS,
            List.of(),
            true);
    BlockContent content =
        decode("age,income,w\n1,>50K,2\n0,<=50K,1\n3, >50K,0.5\n", use, Labels.BINARY);
    assertThat(content.bad().count()).isZero();
    assertThat(content.examples().labels()).containsExactly(1, 0, 0);
    assertThat(content.examples().weights()).containsExactly(2, 1, 0.5f);
    assertThat(content.examples().starts()).containsExactly(0, 1, 1, 2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '~',
      value = {
        "1,40 ! the record has 2 fields, the header has 3",
        "1,40,Rome,x ! the record has 4 fields, the header has 3",
        "1,forty,Rome ! column 'age' has 'forty', which is no number",
        "1,inf,Rome ! column age has the number Infinity",
        ",40,Rome ! the label, column 'label', is empty",
        "yes,40,Rome ! the label, column 'label', is 'yes', no number",
        "2,40,Rome ! label 2 is none that the model takes",
        "1,40,\"Rome\"x ! there is text behind a closing quote",
      })
  void aBrokenRecordIsLeftOutAndNamed(String record, String what) throws IOException {
    String text = "label,age,city\n1,30,a\n" + record + "\n0,30,b\n";
    BlockContent content = decode(text, use(TERMS), Labels.BINARY);
    assertThat(content.examples().labels()).containsExactly(1, 0);
    assertThat(content.examples().keys()).hasSize(4);
    assertThat(content.bad().count()).isEqualTo(1);
    assertThat(content.bad().first().toException())
        .hasMessageContaining(what)
        .hasMessageContaining("a.csv at byte 22")
        .hasMessageContaining("tail -c +23");
  }

  /** Cutting rejects such a file; a block of it never counts as whole. */
  @Test
  void aQuoteThatNothingClosesBreaksItsRecord() throws IOException {
    BlockContent content = decode("label,age,city\n1,30,a\n1,40,\"Rome", use(TERMS), Labels.BINARY);
    assertThat(content.examples().records()).isEqualTo(1);
    assertThat(content.bad().first().toException()).hasMessageContaining("a quote is not closed");
  }

  @Test
  void aLabelBeyondFloatsBreaksItsRecordWhateverTheModelTakes() throws IOException {
    for (String label : List.of("1e39", "-inf", "nan")) {
      BlockContent content =
          decode("label,age,city\n" + label + ",30,a\n", use(TERMS), LabelRule.ANY);
      assertThat(content.bad().first().toException())
          .hasMessageContaining("label " + label + " is not finite");
    }
  }

  @Test
  void aBlockOfOtherRecordsThanItWasCutWithHasChanged() throws IOException {
    String text = "label,age,city\n1,30,a\nx,30,b\n";
    assertThat(decode(text, use(TERMS), Labels.BINARY, 2).bad().count()).isEqualTo(1);
    assertThatThrownBy(() -> decode(text, use(TERMS), Labels.BINARY, 3))
        .hasMessageStartingWith("INPUT_CHANGED: a block of 3 records has 2 now");
  }

  @Test
  void aWeightThatIsNoneBreaksItsRecord() throws IOException {
    TableUse use =
        new TableUse(
            "label",
            "",
            "",
            "w",
            Optional.of(FeatureTerms.parse("age:raw")),
            KEYS,
            List.of(),
            true);
    for (String weight : List.of("", "0", "-1", "nan", "inf", "1e-60", "x")) {
      BlockContent content = decode("w,label,age\n" + weight + ",1,1\n", use, LabelRule.ANY);
      assertThat(content.bad().count()).as(weight).isEqualTo(1);
    }
  }

  @Test
  void aColumnThatIsNotThereIsNamedWithItsNearest() {
    assertThatThrownBy(() -> decode("labl,age,city\n", use(TERMS), LabelRule.ANY))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("trainer.label names column 'label'")
        .hasMessageContaining("did you mean 'labl'?")
        .hasMessageContaining("a.csv");
    assertThatThrownBy(() -> decode("label,agee,city\n", use(TERMS), LabelRule.ANY))
        .hasMessageContaining("trainer.features does not fit the columns")
        .hasMessageContaining("agee");
  }

  /** What cannot be decoded is a broken record, never another exception. */
  @Test
  void mutatedTextGivesRecordsAndBrokenOnes() throws IOException {
    byte[] alphabet = "label,age,city\n1,30,\"Rome\"\r\n".getBytes(StandardCharsets.UTF_8);
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 2000; i++) {
      byte[] body = new byte[random.nextInt(60)];
      for (int j = 0; j < body.length; j++) {
        body[j] = alphabet[random.nextInt(alphabet.length)];
      }
      String text = "label,age,city\n" + new String(body, StandardCharsets.UTF_8);
      BlockContent content = decode(text, use(TERMS), Labels.BINARY);
      Examples examples = content.examples();
      assertThat(examples.keys()).as(Arrays.toString(body)).hasSize(2 * examples.records());
    }
  }
}
