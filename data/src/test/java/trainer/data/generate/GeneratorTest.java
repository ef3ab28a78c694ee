package trainer.data.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static trainer.data.Failing.fails;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import trainer.core.failure.FailureKind;
import trainer.core.input.BlockIndex;
import trainer.data.Input;
import trainer.data.Input.Row;

class GeneratorTest {
  private final Generator generator = new Generator(Input.hadoop());
  private final Path folder;

  GeneratorTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private GenerateRequest request(SyntheticKind kind, int records, String name) {
    return request(SyntheticSpec.of(kind, records), name);
  }

  private GenerateRequest request(SyntheticSpec spec, String name) {
    return GenerateRequest.of(spec, folder.resolve(name).toString());
  }

  private GeneratedData make(GenerateRequest request) {
    return generator.generate(request, (records, total) -> {});
  }

  private List<Row> read(String name) {
    return new Input(folder.resolve(name)).read();
  }

  @ParameterizedTest
  @EnumSource(SyntheticKind.class)
  void makesTheSameRecordsInEveryFormatAndFileCount(SyntheticKind kind) {
    Truth avro = make(request(kind, 1203, "avro")).truth();
    Truth text =
        make(request(kind, 1203, "text").withFormat(OutputFormat.LIBSVM).withFiles(3)).truth();
    assertThat(read("avro")).hasSize(1203).isEqualTo(read("text"));
    assertThat(avro).isEqualTo(text);
  }

  @Test
  void givesEqualExamplesWhateverTheFormat() {
    make(request(SyntheticKind.CLICKS, 100, "avro"));
    make(request(SyntheticKind.CLICKS, 100, "text").withFormat(OutputFormat.LIBSVM));
    for (String name : List.of("avro", "text")) {
      Input input = new Input(folder.resolve(name));
      BlockIndex blocks = input.index().blocks();
      try (var reader = input.reader()) {
        assertThat(reader.read(blocks.fileOf(0), blocks.block(0)).examples().values())
            .as(name)
            .isNull();
      }
    }
  }

  @Test
  void makesTheSameBytesAgain() throws IOException {
    make(request(SyntheticKind.CLICKS, 700, "a"));
    make(request(SyntheticKind.CLICKS, 700, "b"));
    assertThat(folder.resolve("a/part-00000.avro"))
        .hasSameBinaryContentAs(folder.resolve("b/part-00000.avro"));
    assertThat(Files.readString(folder.resolve("a/_truth.json")))
        .isEqualTo(Files.readString(folder.resolve("b/_truth.json")))
        .contains("\"logLoss\": 0.", "\"auc\": 0.", "\"modelSeed\": ");
  }

  @Test
  void otherSeedsGiveOtherRecordsOfOneTruth() {
    Truth one =
        make(request(SyntheticSpec.of(SyntheticKind.CLICKS, 20_000).withSeed(1), "one")).truth();
    Truth two =
        make(request(SyntheticSpec.of(SyntheticKind.CLICKS, 20_000).withSeed(2), "two")).truth();
    Truth other =
        make(request(SyntheticSpec.of(SyntheticKind.CLICKS, 20_000).withModelSeed(7), "other"))
            .truth();
    assertThat(read("one").get(0)).isNotEqualTo(read("two").get(0));
    assertThat(one.logLoss()).isCloseTo(two.logLoss(), within(0.02));
    assertThat(one.positives()).isCloseTo(two.positives(), within(0.02));
    assertThat(other.logLoss()).isNotEqualTo(one.logLoss());
  }

  @Test
  void writesBlocksThatAreManyEnoughToShare() {
    make(request(SyntheticKind.CLICKS, 10_000, "a"));
    assertThat(new Input(folder.resolve("a")).index().blocks().size()).isEqualTo(40);
  }

  @Test
  void refusesToReplaceWhatItMayNot() throws IOException {
    make(request(SyntheticKind.DENSE, 10, "a"));
    fails(FailureKind.OUTPUT_EXISTS, () -> make(request(SyntheticKind.DENSE, 20, "a")))
        .contains("--overwrite");
    make(request(SyntheticKind.DENSE, 20, "a").withOverwrite(true));
    assertThat(read("a")).hasSize(20);
    Files.createDirectories(folder.resolve("mine"));
    Files.writeString(folder.resolve("mine/thesis.tex"), "…");
    fails(
            FailureKind.OUTPUT_EXISTS,
            () -> make(request(SyntheticKind.DENSE, 20, "mine").withOverwrite(true)))
        .contains("not made by generate");
    assertThat(folder.resolve("mine/thesis.tex")).exists();
  }

  @Test
  void leavesNothingBehindWhenItFails() {
    assertThat(folder).isEmptyDirectory();
    org.assertj.core.api.Assertions.assertThatIllegalStateException()
        .isThrownBy(
            () ->
                generator.generate(
                    request(SyntheticKind.CLICKS, 100, "a"),
                    (records, total) -> {
                      throw new IllegalStateException("stop");
                    }));
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void oneEpochOfAdagradComesCloseToTheTruth() {
    make(request(SyntheticKind.CLICKS, 60_000, "train"));
    Truth truth =
        make(request(SyntheticSpec.of(SyntheticKind.CLICKS, 10_000).withSeed(2), "test")).truth();
    Adagrad model = new Adagrad(1 << 16);
    List<Row> train = read("train");
    for (int from = 0; from < train.size(); from += 500) {
      model.step(train.subList(from, Math.min(train.size(), from + 500)));
    }
    assertThat(model.loss(read("test"))).isBetween(truth.logLoss(), truth.logLoss() + 0.03);
  }
}
