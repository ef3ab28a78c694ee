package trainer.client.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trainer.core.failure.FailureException;

class ConversionTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "angel.workergroup.number | 20 | -Dtrainer.workers=20",
        "angel.worker.memory.gb | 30 | -Dtrainer.worker.memory-mb=30720",
        "angel.ps.memory.mb | 5000 | -Dtrainer.pserver.memory-mb=5000",
        "angel.staleness | 0 | -Dtrainer.sync=bsp",
        "angel.staleness | 3 | -Dtrainer.sync=ssp -Dtrainer.ssp.staleness=3",
        "angel.staleness | -1 | -Dtrainer.sync=async",
        "angel.ps.backup.interval.ms | 300000 | -Dtrainer.checkpoint.interval=300000ms",
        "angel.output.path.deleteonexist | true | -Dtrainer.output.overwrite=true",
        "angel.deploy.mode | local | --master=local",
        "ml.data.validate.ratio | 0.05 | -Dtrainer.validation.percent=5",
        "ml.inputlayer.optimizer | Momentum | -Dtrainer.optimizer=momentum",
        "ml.inputlayer.optimizer | AdaGrad | -Dtrainer.optimizer=rmsprop",
        "tony.worker.memory | 4g | -Dtrainer.worker.memory-mb=4096",
        "tony.worker.memory | 2048M | -Dtrainer.worker.memory-mb=2048",
        "tony.worker.memory | 2048 | -Dtrainer.worker.memory-mb=2048",
        "tony.application.timeout | 3600000 | --timeout=3600000ms",
        "tony.am.retry-count | 0 | -Dtrainer.master.attempts=1",
        "tony.task.heartbeat-interval-ms | 1000 | -Dtrainer.heartbeat.interval=1000ms",
        "tony.containers.resources | a.txt::b.txt | -Dtrainer.files=a.txt#b.txt",
        "tony.containers.resources | v.zip#archive | -Dtrainer.archives=v.zip",
        "tony.application.name | my job's | '-Dtrainer.name=my job'\\''s'"
      })
  void oldSettingBecomesAnOption(String key, String value, String options) {
    Conversion conversion = of(Map.of(key, value));
    assertThat(String.join(" ", conversion.options().stream().map(NewOption::text).toList()))
        .isEqualTo(options);
    assertThat(conversion.isWhole()).isTrue();
  }

  @Test
  void rangeOfPortsIsForAllServers() {
    assertThat(texts(of(Map.of("angel.listen.port.range", "20000,30000"))))
        .containsExactly(
            "-Dtrainer.master.ports=20000-30000",
            "-Dtrainer.master.web.ports=20000-30000",
            "-Dtrainer.pserver.ports=20000-30000");
  }

  @Test
  void settingWithoutCounterpartHasItsReason() {
    assertThat(lines(of(Map.of("tony.worker.gpus", "1"))))
        .containsExactly(
            "tony.worker.gpus: no counterpart — models are computed on processors: give workers"
                + " vcores instead");
    assertThat(of(Map.of("tony.worker.gpus", "1")).isWhole()).isTrue();
  }

  @Test
  void everySettingGivesAnOptionOrARemark() {
    Map<String, String> settings =
        Map.of("angel.foo", "1", "angel.ps.number", "2", "angel.log.path", "/l", "ml.reg.l1", "");
    Conversion conversion = of(settings);
    assertThat(texts(conversion)).containsExactly("-Dtrainer.pservers=2");
    assertThat(conversion.remarks())
        .extracting(Remark::about)
        .containsExactlyInAnyOrder("angel.foo", "angel.log.path", "ml.reg.l1");
  }

  @Test
  void unknownKeyIsNamed() {
    Conversion conversion = of(Map.of("angel.foo", "1"));
    assertThat(lines(conversion))
        .containsExactly("angel.foo: unknown — it is no key of Angel or TonY that Trainer knows");
    assertThat(conversion.isWhole()).isFalse();
  }

  @Test
  void valueThatTheKeyRefusesIsARemark() {
    Conversion conversion = of(Map.of("angel.ps.number", "some", "tony.am.memory", "4t"));
    assertThat(conversion.options()).isEmpty();
    assertThat(lines(conversion))
        .containsExactly(
            "angel.ps.number: refused — 'some' is no value for trainer.pservers, which takes"
                + " integer 0..10000",
            "tony.am.memory: refused — '4t' is no value for trainer.master.memory-mb, which takes"
                + " integer 512..1048576");
    assertThat(conversion.isWhole()).isFalse();
  }

  @Test
  void variableOfTheShellIsARemark() {
    Conversion conversion = of(Map.of("angel.train.data.path", "$input_path"));
    assertThat(conversion.options()).isEmpty();
    assertThat(lines(conversion))
        .containsExactly(
            "angel.train.data.path: refused — '$input_path' is for a shell to expand: give its"
                + " value");
  }

  @Test
  void endOfALineThatAScriptContinuesIsNoValue() throws IOException {
    File script =
        write(
            "run.sh",
            "--angel.ps.number \\\n4 \\\ntony.application.name=ctr \\\n--x.flag --ml.epoch.num 5");
    OldSettings settings = OldSettings.of(List.of(script), Map.of());
    assertThat(settings.values())
        .containsOnly(Map.entry("tony.application.name", "ctr"), Map.entry("ml.epoch.num", "5"));
    assertThat(settings.unread())
        .containsExactly(
            "run.sh line 1: --angel.ps.number", "run.sh line 2: 4", "run.sh line 4: --x.flag");
  }

  @Test
  void twoValuesForOneOptionAreLeftToTheUser() {
    Conversion conversion =
        of(
            Map.of(
                "angel.ps.heartbeat.interval.ms", "5000",
                "angel.worker.heartbeat.interval.ms", "4000"));
    assertThat(texts(conversion)).containsExactly("-Dtrainer.heartbeat.interval=5000ms");
    assertThat(lines(conversion))
        .containsExactly(
            "angel.worker.heartbeat.interval.ms: refused — angel.ps.heartbeat.interval.ms sets"
                + " trainer.heartbeat.interval to 5000ms; choose one");
  }

  @Test
  void oneValueForOneOptionFromTwoKeysIsNoConflict() {
    Conversion conversion =
        of(
            Map.of(
                "angel.ps.heartbeat.interval.ms", "5000",
                "angel.worker.heartbeat.interval.ms", "5000"));
    assertThat(conversion.remarks()).isEmpty();
  }

  @Test
  void conflictsOfTheNewKeysAreThoseOfSubmit() {
    assertThat(
            lines(of(Map.of("ml.inputlayer.optimizer", "sgd", "ml.opt.momentum.momentum", "0.9"))))
        .singleElement()
        .asString()
        .startsWith(
            "submit: refused — CONFIG_CONFLICT: trainer.optimizer.momentum is no parameter");
    assertThat(lines(of(Map.of("angel.ps.ha.replication.number", "2"))))
        .singleElement()
        .asString()
        .contains("trainer.pserver.replicas");
  }

  @Test
  void readsHadoopFilesAndScripts() throws IOException {
    File xml =
        write(
            "tony.xml",
            "<configuration><property><name>tony.ps.instances</name><value>1</value></property>"
                + "<property><name>tony.ps.memory</name><value>3g</value></property>"
                + "</configuration>");
    File script =
        write(
            "submit.sh",
            """
            # a comment
            angel.job.name = two words
            bin/angel-submit --ml.epoch.num 20 \\
              -Dangel.worker.env "A=1 B=2" -Dqueue=ml \\
              --conf tony.ps.instances=4 --executes x.py
            """);
    Conversion conversion =
        Conversion.of(OldSettings.of(List.of(xml, script), Map.of("tony.ps.memory", "5g")));
    assertThat(texts(conversion))
        .containsExactly(
            "'-Dtrainer.name=two words'",
            "-Dtrainer.epochs=20",
            "-Dtrainer.queue=ml",
            "-Dtrainer.pservers=4",
            "-Dtrainer.pserver.memory-mb=5120");
    assertThat(conversion.remarks())
        .filteredOn(remark -> remark.kind() == Remark.Kind.NOT_READ)
        .extracting(Remark::about)
        .containsExactly(
            "submit.sh line 3: bin/angel-submit",
            "submit.sh line 5: --executes",
            "submit.sh line 5: x.py");
  }

  @Test
  void brokenFileIsAnError() throws IOException {
    File broken = write("broken.xml", "<configuration><property>");
    assertThatThrownBy(() -> OldSettings.of(List.of(broken), Map.of()))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("broken.xml");
    assertThatThrownBy(() -> OldSettings.of(List.of(new File("no-such")), Map.of()))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("no-such");
  }

  private File write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toFile();
  }

  private static Conversion of(Map<String, String> settings) {
    return Conversion.of(OldSettings.of(List.of(), settings));
  }

  private static List<String> texts(Conversion conversion) {
    return conversion.options().stream().map(NewOption::text).toList();
  }

  private static List<String> lines(Conversion conversion) {
    return conversion.remarks().stream().map(Remark::line).toList();
  }
}
