package trainer.client.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.Settings;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.learning.model.Models;
import trainer.learning.spi.Model;

class InputSamplingTest {
  private static final int ROWS = 40_000;

  @TempDir private Path folder;
  private final Set<Long> keys = new HashSet<>();
  private Path file;

  @BeforeEach
  void writesRows() throws IOException {
    SplittableRandom random = new SplittableRandom(4);
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < ROWS; row++) {
      text.append(random.nextInt(2));
      Set<Long> own = new TreeSet<>();
      for (int i = 0; i < 10; i++) {
        own.add(10 + (long) Math.min(1e12, Math.pow(random.nextDouble(), -1.5)));
      }
      for (long key : own) {
        text.append(' ').append(key).append(":1");
      }
      keys.addAll(own);
      text.append('\n');
    }
    file = Files.writeString(folder.resolve("rows.libsvm"), text);
  }

  private JobSpec spec(String... more) {
    Map<String, String> texts = new TreeMap<>();
    texts.put("trainer.input", file.toUri().toString());
    for (int i = 0; i < more.length; i += 2) {
      texts.put(more[i], more[i + 1]);
    }
    Settings settings = Settings.of(texts);
    ModelSpec model = Models.declared(model(settings), settings);
    return new JobSpec(new JobId("plan", 1), "", "/x", texts, model, List.of(), "");
  }

  private static Model model(Settings settings) {
    return Models.load(settings, InputSamplingTest.class.getClassLoader());
  }

  private static SampledInput sample(JobSpec spec, long rows) {
    Settings settings = Settings.of(spec.settings());
    Duration moment = Duration.ofMillis(20);
    InputSampling.Effort effort =
        new InputSampling.Effort(rows, Duration.ofMinutes(1), moment, moment);
    return new InputSampling(
            effort, new Configuration(false), settings, model(settings), spec.model())
        .sample();
  }

  @Test
  void anInputThatIsReadAsAWholeIsCounted() {
    SampledInput all = sample(spec(), Long.MAX_VALUE);
    assertThat(all.extent().rows()).isEqualTo(ROWS);
    assertThat(all.extent().isCounted()).isTrue();
    assertThat(all.sampledRows()).isEqualTo(ROWS);
    assertThat(all.keys(0, all.extent().blocks())).isEqualTo(keys.size());
    assertThat(all.costs().nonzeros()).isBetween(5.0, 10.0);
    assertThat(all.costs().readSeconds()).isBetween(1e-8, 1e-3);
  }

  @Test
  void aTenthOfAnInputTellsRowsAndKeys() {
    SampledInput some = sample(spec(), ROWS / 10);
    assertThat(some.extent().isCounted()).isFalse();
    assertThat(some.sampledRows()).isLessThan(ROWS / 8);
    assertThat((double) some.extent().rows()).isCloseTo(ROWS, within(0.02 * ROWS));
    assertThat(some.keys(0, some.extent().blocks()))
        .isCloseTo(keys.size(), within(0.25 * keys.size()));
  }

  @Test
  void needsGrowWithReplicasAndFallWithProcesses() {
    JobSpec one = spec("trainer.epochs", "2");
    SampledInput input = sample(one, ROWS / 10);
    JobNeeds needs = JobNeeds.of(one, Settings.of(one.settings()), input, 0);
    assertThat(needs.pserverBytes()).isBetween(20 * needs.keys(), 30 * needs.keys());
    assertThat(needs.firstEpoch()).isGreaterThan(needs.laterEpoch());
    JobSpec two =
        spec(
            "trainer.pservers", "2",
            "trainer.workers", "2",
            "trainer.pserver.replicas", "2",
            "trainer.epochs", "2");
    JobNeeds more = JobNeeds.of(two, Settings.of(two.settings()), input, 0);
    assertThat(more.pserverBytes()).isEqualTo(2 * needs.pserverBytes());
    assertThat(more.laterEpoch()).isLessThan(needs.laterEpoch());
    assertThat(more.minibatches()).isEqualTo(needs.minibatches());
  }

  @Test
  void keyListsGrowWithShares() {
    JobSpec one = spec("trainer.workers", "1", "trainer.minibatch.blocks", "4");
    JobSpec two = spec("trainer.workers", "2", "trainer.minibatch.blocks", "4");
    SampledInput input = sample(one, ROWS);
    JobNeeds ofOne = JobNeeds.of(one, Settings.of(one.settings()), input, 0);
    JobNeeds ofTwo = JobNeeds.of(two, Settings.of(two.settings()), input, 0);
    assertThat(ofOne.listBytes())
        .isCloseTo(Integer.BYTES * ofOne.minibatches() * input.keys(0, 4), within(1.0));
    assertThat(ofTwo.listBytes()).isBetween(ofOne.listBytes(), 2 * ofOne.listBytes());

    JobSpec mayGrow = spec("trainer.workers.max", "10000", "trainer.minibatch.blocks", "4");
    JobNeeds bounded = JobNeeds.of(mayGrow, Settings.of(mayGrow.settings()), input, 0);
    assertThat(bounded.listBytes())
        .as("a worker has the ten-thousandth part of a quarter of the heap")
        .isLessThan(ofOne.listBytes())
        .isLessThan((1 << 30) / 4.0 / 10_000);
  }

  @Test
  void aTableThatDoesNotFitNamesTheNumberThatHoldsIt() {
    JobSpec small = spec("trainer.pserver.memory-mb", "512", "trainer.epochs", "2");
    Settings settings = Settings.of(small.settings());
    SampledInput input = sample(small, ROWS / 10);
    double room = JobNeeds.roomOfPserver(settings);
    JobNeeds large = new JobNeeds(1e9, 10.5 * room, 1e6, 1e6, 1, 1, 1, 1);
    assertThat(large.fewestPservers(settings)).isEqualTo(11);
    assertThat(new PlanLines(settings, input, large).lines())
        .anyMatch(line -> line.contains("give --pservers 11, or -Dtrainer.pserver.memory-mb="));
  }
}
