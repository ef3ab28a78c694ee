package trainer.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

class SettingsTest {
  @Test
  void everyDefaultIsAValueOfItsKey() {
    for (Key<?> key : Keys.all().values()) {
      if (key.defaultText() != null) {
        assertThat(Settings.of(Map.of(key.name(), key.defaultText())).isSet(key))
            .as(key.name())
            .isTrue();
      }
    }
  }

  @Test
  void namedDefaultsAreThoseOfTheSpecification() {
    Settings settings = Settings.of(Map.of());
    assertThat(settings.get(Keys.WORKERS)).isEqualTo(1);
    assertThat(settings.get(Keys.WORKERS_MIN)).isEqualTo(1);
    assertThat(settings.get(Keys.START)).isEqualTo(Keys.Start.ALL);
    assertThat(settings.get(Keys.START_PATIENCE)).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.get(Keys.LOGS_FLUSH)).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.get(Keys.SYNC)).isEqualTo(Keys.Sync.BSP);
  }

  @Test
  void takesTheDefaultOfAnotherKeyWhereOneIsNamed() {
    assertThat(Settings.of(Map.of("trainer.workers", "7")).get(Keys.WORKERS_MAX)).isEqualTo(7);
  }

  @Test
  void readsWhatWasSet() {
    Settings settings =
        Settings.of(
            Map.of(
                "trainer.heartbeat.interval", "250ms",
                "trainer.text.block-bytes", "16k",
                "trainer.optimizer", "ftrl",
                "trainer.model.args.intercept", "false",
                "trainer.model.classes", "7",
                "mapreduce.job.name", "ignored"));
    assertThat(settings.get(Keys.HEARTBEAT_INTERVAL)).isEqualTo(Duration.ofMillis(250));
    assertThat(settings.get(Keys.TEXT_BLOCK_BYTES)).isEqualTo(16384);
    assertThat(settings.get(Keys.OPTIMIZER)).isEqualTo(Keys.OptimizerName.FTRL);
    assertThat(settings.modelArguments()).isEqualTo(Map.of("intercept", "false", "classes", "7"));
    assertThat(settings.texts()).doesNotContainKey("mapreduce.job.name");
  }

  @Test
  void reportsAllProblemsTogether() {
    Map<String, String> texts = new TreeMap<>();
    texts.put("trainer.worker", "3");
    texts.put("trainer.epochs", "0");
    texts.put("trainer.heartbeat.interval", "10x");
    List<Failure> problems = problems(texts);
    assertThat(problems)
        .extracting(Failure::kind)
        .containsExactlyInAnyOrder(
            FailureKind.CONFIG_UNKNOWN, FailureKind.CONFIG_INVALID, FailureKind.CONFIG_INVALID);
    assertThat(problems.toString())
        .contains("did you mean trainer.workers?", "1..1000000", "250ms, 30s, 5m, 1h");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"history", ":18089", "history:0", "history:65536", "http://history:18089"})
  void refusesAServerThatIsNoHostWithAPort(String address) {
    List<Failure> problems = problems(Map.of("trainer.history.address", address));
    assertThat(problems).extracting(Failure::kind).containsExactly(FailureKind.CONFIG_INVALID);
    assertThat(problems.get(0).message())
        .contains("'" + address + "' is not a value of trainer.history.address", "give host:port");
    assertThat(
            Settings.of(Map.of("trainer.history.address", "[::1]:18089")).get(Keys.HISTORY_ADDRESS))
        .isEqualTo("[::1]:18089");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mlflow:5000",
        "ftp://mlflow",
        "http://",
        "http://alice:secret@mlflow",
        "http://mlflow?x",
        "http://m l"
      })
  void refusesAServiceThatIsNoAddressOfHttp(String address) {
    List<Failure> problems = problems(Map.of("trainer.mlflow.uri", address));
    assertThat(problems).extracting(Failure::kind).containsExactly(FailureKind.CONFIG_INVALID);
    assertThat(problems.get(0).message()).contains("give http://host:port");
  }

  @Test
  void theExperimentIsThatOfTheNameUnlessItIsGiven() {
    Settings named = Settings.of(Map.of("trainer.name", "clicks"));
    assertThat(named.get(Keys.MLFLOW_EXPERIMENT)).isEqualTo("clicks");
  }

  @Test
  void refusesAKeyThatDiffersInCaseAlone() {
    assertThat(problems(Map.of("Trainer.Epochs", "3")).toString())
        .contains("there is no key Trainer.Epochs", "did you mean trainer.epochs?");
    assertThat(problems(Map.of("TRAINER.MODEL.ARGS.l2", "3")).toString())
        .contains("did you mean trainer.model.args.l2?");
  }

  @Test
  void refusesEveryKeyOfTheWrongType() {
    for (Key<?> key : Keys.all().values()) {
      String expected = key.expected();
      if (expected.startsWith("text") || key == Keys.INPUT_FORMAT) {
        continue; // any text, or checked against names that another module registers
      }
      for (String wrong : List.of("abc?", "", "-99999999999999999999", "1e999", "maybe")) {
        assertThat(problems(Map.of(key.name(), wrong)))
            .as(key.name() + "=" + wrong)
            .extracting(Failure::kind)
            .containsExactly(FailureKind.CONFIG_INVALID);
      }
    }
  }

  @Test
  void refusesANameThatIsNotRegisteredWithItsOtherProblems() {
    Map<String, String> texts = Map.of("trainer.input.format", "avr", "trainer.workers", "-1");
    List<Failure> problems =
        catchThrowableOfType(
                InvalidSettingsException.class,
                () ->
                    Settings.of(
                        texts,
                        key -> "-D",
                        Map.of(Keys.INPUT_FORMAT, List.of("auto", "avro", "libsvm"))))
            .problems();
    assertThat(problems)
        .hasSize(2)
        .extracting(Failure::kind)
        .containsOnly(FailureKind.CONFIG_INVALID);
    assertThat(problems.get(1).message())
        .contains(
            "'avr' is not a value of trainer.input.format",
            "trainer.input.format in -D",
            "give auto|avro|libsvm; did you mean avro?");
  }

  @Test
  void refusesNanWhereANumberIsExpected() {
    assertThat(problems(Map.of("trainer.optimizer.l1", "NaN"))).hasSize(1);
  }

  @Test
  void findsConflicts() {
    List<Failure> problems = problems(Map.of("trainer.workers", "2", "trainer.workers.min", "3"));
    assertThat(problems).extracting(Failure::kind).containsExactly(FailureKind.CONFIG_CONFLICT);
    assertThat(problems.get(0).message())
        .contains("trainer.workers.min (3)", "trainer.workers (2)");
  }

  @Test
  void refusesMoreCopiesThanPserversAndCopiesWithoutBarriers() {
    assertThat(problems(Map.of("trainer.pserver.replicas", "2")).get(0).message())
        .contains("trainer.pserver.replicas (2)", "trainer.pservers (1)");
    Map<String, String> async =
        Map.of("trainer.pserver.replicas", "2", "trainer.pservers", "2", "trainer.sync", "async");
    assertThat(problems(async).get(0).message()).contains("needs trainer.sync=bsp");
  }

  @Test
  void rowsExpireOnlyWhereMiniBatchesAreCounted() {
    Map<String, String> async = Map.of("trainer.table.expiry", "100", "trainer.sync", "async");
    assertThat(problems(async).get(0).message())
        .contains("trainer.table.expiry", "needs trainer.sync=bsp");
  }

  @ParameterizedTest
  @EnumSource(Keys.Sync.class)
  void documentationNamesTheModesThatAllowAValue(Keys.Sync mode) {
    String word = mode.name().toLowerCase(Locale.ROOT);
    Map.of(
            Keys.PSERVER_REPLICAS, "2",
            Keys.TABLE_EXPIRY, "100",
            Keys.TASK_MAX_DISCARDED, "1",
            Keys.OPTIMIZER_STALENESS_AWARE, "true")
        .forEach(
            (key, value) ->
                assertThat(key.documentation().matches(".*\\b" + word + "\\b.*"))
                    .as("%s names %s", key, word)
                    .isEqualTo(isAccepted(key, value, word)));
  }

  private static boolean isAccepted(Key<?> key, String value, String mode) {
    try {
      Settings.of(Map.of(key.name(), value, "trainer.sync", mode, "trainer.pservers", "2"));
      return true;
    } catch (InvalidSettingsException e) {
      return false;
    }
  }

  private static List<Failure> problems(Map<String, String> texts) {
    InvalidSettingsException e =
        catchThrowableOfType(InvalidSettingsException.class, () -> Settings.of(texts));
    assertThat(e).as("accepted: " + texts).isNotNull();
    return e.problems();
  }

  private static List<String> refused(Map<String, String> texts) {
    return problems(texts).stream().map(Failure::where).toList();
  }

  @Test
  void aScoringJobHasNoPserversAndTasksOfAnySize() {
    String model = Keys.SCORE_MODEL_URI.name();
    Map<String, String> scoring =
        Map.of(model, "m", "trainer.pservers", "0", "trainer.task.blocks", "7");
    assertThat(Settings.of(scoring).get(Keys.PSERVERS)).isZero();
    assertThat(refused(Map.of("trainer.pservers", "0")))
        .containsExactly("trainer.pserver.replicas, trainer.pservers");
    assertThat(refused(Map.of("trainer.task.blocks", "7")))
        .containsExactly("trainer.task.blocks, trainer.sync");
  }

  @Test
  void onlyAScoringJobTakesRecordsWithoutALabelAndItDiscardsNone() {
    String model = Keys.SCORE_MODEL_URI.name();
    assertThat(refused(Map.of("trainer.label.required", "false")))
        .containsExactly("trainer.label.required, " + model);
    Map<String, String> unlabelled = Map.of(model, "m", "trainer.label.required", "false");
    assertThat(Settings.of(unlabelled).get(Keys.LABEL_REQUIRED)).isFalse();
    String discarded = "trainer.task.max-discarded";
    assertThat(refused(Map.of(model, "m", "trainer.sync", "async", discarded, "1")))
        .containsExactly(discarded + ", " + model);
    Map<String, String> training = Map.of("trainer.sync", "async", discarded, "1");
    assertThat(Settings.of(training).get(Keys.TASK_MAX_DISCARDED)).isEqualTo(1);
  }
}
