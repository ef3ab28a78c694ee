package trainer.data.file;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trainer.core.config.Settings;
import trainer.core.failure.FailureKind;
import trainer.core.input.InputFile;

class PartitionTest {
  private static final List<InputFile> FILES =
      Stream.of("2026-11-19/de", "2026-11-20/de", "2026-11-20/fr", "2026-11-21/fr")
          .map(of -> of.split("/", -1))
          .map(of -> "hdfs://n/t/dt=" + of[0] + "/country=" + of[1] + "/a=b.csv")
          .map(path -> new InputFile(path, 1, 1))
          .toList();

  private static PartitionFilter filter(String where) {
    return PartitionFilter.of(Settings.of(Map.of("trainer.input.where", where)));
  }

  @Test
  void foldersAboveAFileAreItsPartitions() {
    assertThat(Partition.of("hdfs://n/t/dt=2026-11-24/h=__HIVE_DEFAULT_PARTITION__/e=/x=1.csv"))
        .containsExactly(
            new Partition("dt", Optional.of("2026-11-24")),
            new Partition("h", Optional.empty()),
            new Partition("e", Optional.of("")));
    assertThat(Partition.of("file:/a/=x/b.csv")).isEmpty();
    assertThat(Partition.of("file:/a/t=12%3A30%2C%C3%A9%/p=a=b/c.csv"))
        .containsExactly(
            new Partition("t", Optional.of("12:30,é%")), new Partition("p", Optional.of("a=b")));
    assertThat(Partition.of("file:/k=1/k=2/c.csv"))
        .containsExactly(new Partition("k", Optional.of("2")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "'' ! 0 1 2 3",
        "dt=2026-11-20 ! 1 2",
        "dt=2026-11-2* ! 1 2 3",
        "dt=2026-11-2?,country=fr ! 2 3",
        "dt=2026-11-19, dt=*21 ! 0 3",
        "country={de,} ! 0 1",
      })
  void selectsFilesByTheirPartitions(String where, String places) {
    // a comma within braces is not possible, since commas part the terms
    if (where.contains("{")) {
      fails(FailureKind.CONFIG_INVALID, () -> filter(where)).contains("trainer.input.where");
      return;
    }
    List<InputFile> wanted =
        Stream.of(places.split(" ", -1)).map(place -> FILES.get(Integer.parseInt(place))).toList();
    assertThat(filter(where).select(FILES)).isEqualTo(wanted);
  }

  @ParameterizedTest
  @CsvSource({
    "%00, ?",
    "12%3A30, 12:*",
    "a%2Fb, a/b",
    "a//b, a",
    "Łódź, Ł*",
    "2026-11-2[0-3], 2026-11-2\\[0-3]",
    "2026-11-23, 2026-11-2[0-3]",
    "'', ''",
  })
  void aValueMayBeAnyText(String folder, String pattern) {
    List<InputFile> file = List.of(new InputFile("hdfs://n/t/v=" + folder + "/a.csv", 1, 1));
    assertThat(filter("v=" + pattern).select(file)).isEqualTo(file);
    fails(FailureKind.INPUT_EMPTY, () -> filter("v=other").select(file)).contains("v=other");
  }

  @Test
  void namesAPartitionThatIsNot() {
    fails(FailureKind.CONFIG_INVALID, () -> filter("contry=de").select(FILES))
        .contains("contry=", "did you mean country?", "dt, country");
    fails(FailureKind.INPUT_EMPTY, () -> filter("dt=2025*").select(FILES)).contains("dt=2025*");
    fails(FailureKind.CONFIG_INVALID, () -> filter("dt")).contains("'dt' is not column=value");
    fails(FailureKind.CONFIG_INVALID, () -> filter("dt=[")).contains("'[' is no pattern");
  }
}
