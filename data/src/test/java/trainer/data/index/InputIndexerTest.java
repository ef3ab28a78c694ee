package trainer.data.index;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.config.Settings;
import trainer.core.failure.FailureKind;
import trainer.core.input.BlockIndex;
import trainer.core.input.InputFile;
import trainer.data.AvroFiles;
import trainer.data.Input;
import trainer.data.file.InputLister;

class InputIndexerTest {
  private final Path folder;
  private final Input input;

  InputIndexerTest(@TempDir Path folder) {
    this.folder = folder;
    this.input = new Input(folder);
  }

  private static InputLister.Listing list(String inputs) {
    return new InputLister(Input.hadoop()).list(inputs);
  }

  private List<String> names(String inputs) {
    return list(inputs).files().stream()
        .map(InputFile::path)
        .map(path -> path.substring(path.indexOf(folder.toString()) + folder.toString().length()))
        .toList();
  }

  @Test
  void listsFoldersGlobsAndFilesOnceInTheOrderOfTheirBytes() throws IOException {
    for (String name :
        List.of("b", "a", "é", "Z", "z", "d/2", "d/1", "d/_logs/x", "_SUCCESS", ".hidden")) {
      input.write(name, "1 1:1\n");
    }
    assertThat(names(folder.toString()))
        .containsExactly("/Z", "/a", "/b", "/d/1", "/d/2", "/z", "/é");
    assertThat(names(folder + "/{a,b}, " + folder + "/?," + folder + "/a"))
        .containsExactly("/Z", "/a", "/b", "/d/1", "/d/2", "/z", "/é");
    assertThat(names(folder + "/_SUCCESS")).containsExactly("/_SUCCESS");
  }

  @Test
  void takesANameThatIsThereLiterallyWhateverItsCharacters() throws IOException {
    for (String name : List.of("c[1].libsvm", "c1.libsvm", "d{1}.libsvm", "*")) {
      input.write(name, "1 1:1\n");
    }
    assertThat(names(folder + "/c[1].libsvm")).containsExactly("/c[1].libsvm");
    assertThat(names(folder + "/d{1}.libsvm")).containsExactly("/d{1}.libsvm");
    assertThat(names(folder + "/*")).containsExactly("/*");
    assertThat(names(folder + "/c[12].libsvm")).containsExactly("/c1.libsvm");
    assertThat(names(folder + "/c\\[?].libsvm")).containsExactly("/c[1].libsvm");
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3a", "s3", "gs", "abfs", "abfss", "wasb"})
  void namesTheJarsOfAFileSystemThatTheBundleLacks(String scheme) {
    fails(
            FailureKind.CONFIG_INVALID,
            () -> new InputLister(new Configuration()).list(scheme + "://b/x"))
        .containsPattern("hadoop-aws|gcs-connector|hadoop-azure")
        .contains(scheme + "://b/x", "trainer.classpath.extra");
  }

  @Test
  void namesTheKeyOfJarsWhereASchemeIsUnknown() {
    fails(FailureKind.CONFIG_INVALID, () -> new InputLister(new Configuration()).list("toy://b/x"))
        .contains("No FileSystem for scheme", "toy://b/x", "trainer.classpath.extra");
  }

  @Test
  void takesNamesWithAColonButNotByWildcards() throws IOException {
    input.write("e:1.libsvm", "1 1:1\n");
    assertThat(names(folder + "/e:1.libsvm")).containsExactly("/e:1.libsvm");
    assertThat(names(folder.toString())).containsExactly("/e:1.libsvm");
    fails(FailureKind.INPUT_BAD_FILE, () -> list(folder + "/*.libsvm"))
        .contains("a colon in its name", "e:1.libsvm", "rename the file");
  }

  @Test
  void namesWildcardsWhereNothingMatches() {
    fails(FailureKind.INPUT_EMPTY, () -> list(folder + "/c[1].libsvm"))
        .contains("matches no file", "put \\ before a * ? [ or {");
  }

  @Test
  void takesARelativeNameWithAColonForAName() {
    fails(FailureKind.INPUT_NOT_FOUND, () -> list("no-such:1.libsvm"))
        .contains("there is no file:", "/no-such:1.libsvm");
  }

  @Test
  void refusesPipesAndDevices() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    for (String name : List.of(pipe.toString(), "/dev/null", folder.toString())) {
      fails(FailureKind.INPUT_BAD_FILE, () -> list(name)).contains("pipe, device or socket");
    }
  }

  @Test
  void saysWhereItLookedForWhatIsNotThere() {
    fails(FailureKind.INPUT_NOT_FOUND, () -> list(folder + "/none"))
        .contains(folder + "/none", "working directory", "default file system file:///");
    fails(FailureKind.CONFIG_INVALID, () -> list("nosuch://host/x")).contains("nosuch");
    fails(FailureKind.INPUT_EMPTY, () -> list(folder + "/*.x")).contains("matches no file");
    fails(FailureKind.INPUT_EMPTY, () -> list(folder.toString())).contains("holds no file");
    fails(FailureKind.INPUT_EMPTY, () -> list(" , ")).contains("no input is named");
  }

  @Test
  void refusesAnInputWithoutARecord() throws IOException {
    input.write("a.libsvm", "");
    input.write("b.avro", AvroFiles.plain("snappy", 0, 1));
    fails(FailureKind.INPUT_EMPTY, input::index).contains("no record", "2 files");
  }

  @Test
  void mixesFormatsByTheirFirstBytes() throws IOException {
    input.write("a", AvroFiles.plain("snappy", 10, 5));
    input.write("b", "1 1:1\n");
    InputIndex index = input.index();
    assertThat(index.blocks().size()).isEqualTo(3);
    assertThat(index.records()).isEqualTo(-1);
    assertThat(input.read()).hasSize(11);
    fails(FailureKind.INPUT_BAD_FILE, () -> input.with("trainer.input.format", "avro").index())
        .contains("/b ");
    fails(FailureKind.INPUT_BAD_FILE, () -> input.with("trainer.input.format", "libsvm").index())
        .contains("/a ", "Avro");
  }

  @Test
  void reportsTheFirstBadFileOfSeveral() throws IOException {
    for (int i = 0; i < 40; i++) {
      input.write("f%02d.avro".formatted(i), i < 11 ? AvroFiles.plain("null", 3, 3) : new byte[5]);
    }
    fails(FailureKind.INPUT_BAD_FILE, input::index).contains("f11.avro");
  }

  @Test
  void digestFollowsPathLengthAndTime() throws IOException {
    Path a = input.write("a", "1 1:1\n");
    assertThat(a.toFile().setLastModified(1_000_000)).isTrue();
    String digest = input.index().digest();
    assertThat(digest).matches("[0-9a-f]{64}").isEqualTo(input.index().digest());
    assertThat(a.toFile().setLastModified(2_000_000)).isTrue();
    assertThat(input.index().digest()).isNotEqualTo(digest);
    assertThat(a.toFile().setLastModified(1_000_000)).isTrue();
    assertThat(input.index().digest()).isEqualTo(digest);
    Files.move(a, folder.resolve("b"));
    assertThat(input.index().digest()).isNotEqualTo(digest);
  }

  @Test
  void readsHeadersAndNoPayload() throws IOException {
    byte[] bytes = AvroFiles.plain("null", 20_000, 2_000);
    input.write("a.avro", bytes);
    input.write("b.libsvm", "1 1:1\n".repeat(100_000));
    Configuration counting = Input.hadoop();
    counting.set("fs.file.impl", CountingFileSystem.class.getName());
    CountingFileSystem.reset();
    Settings settings = Settings.of(Map.of("trainer.text.block-bytes", "64k"));
    InputIndex index = new InputIndexer(counting, settings).index(folder.toString());
    assertThat(index.blocks().size()).isEqualTo(10 + 10);
    assertThat(CountingFileSystem.bytesRead()).isBetween(500L, 8_000L);
  }

  @Test
  void cutsSmallTextIntoSixtyFourBlocks() throws IOException {
    for (String name : List.of("a", "b")) {
      input.write(name, "1 1:1\n".repeat(16 << 10)); // 96 kB
    }
    InputIndexer indexer = new InputIndexer(Input.hadoop(), Settings.of(Map.of()));
    assertThat(indexer.index(folder.toString()).blocks().size()).isEqualTo(64);
    assertThat(indexer.index(folder + "/a").blocks().size()).isEqualTo(64);
    input.write("c", "1 1:1\n".repeat(1 << 10)); // 6 kB: blocks of 1 kB
    assertThat(indexer.index(folder + "/c").blocks().size()).isEqualTo(6);
    input.write("d", "1 1:1\n".repeat(1 << 20)); // 6 MB: blocks of 32 kB
    assertThat(indexer.index(folder + "/d").blocks().size()).isEqualTo(192);
  }

  @Test
  void knowsTheHostsOfBlocks() throws IOException {
    input.write("a.libsvm", "1 1:1\n".repeat(40));
    input.write("unknown.libsvm", "1 1:1\n".repeat(10));
    Configuration spread = Input.hadoop();
    spread.set("fs.file.impl", SpreadFileSystem.class.getName());
    Map<String, String> texts = Map.of("trainer.text.block-bytes", "60");
    BlockIndex index =
        new InputIndexer(spread, Settings.of(texts)).index(folder.toString()).blocks();
    assertThat(index.size()).isEqualTo(4 + 1);
    assertThat(index.hosts(0)).containsExactly("host-0", "host-1");
    assertThat(index.hosts(1)).containsExactly("host-0", "host-1");
    assertThat(index.hosts(2)).as("bytes 120 to 180").containsExactly("host-1", "host-2");
    assertThat(index.hosts(4)).isEmpty();
  }
}
