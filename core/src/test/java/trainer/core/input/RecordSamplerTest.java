package trainer.core.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import trainer.core.config.Settings;

class RecordSamplerTest {
  private static final int RECORDS = 100_000;

  private static RecordSampler of(Split split, String percent, String negatives) {
    Map<String, String> keys =
        Map.of("trainer.validation.percent", percent, "trainer.input.negatives", negatives);
    return RecordSampler.of(Settings.of(keys), split);
  }

  private static long hash(long record, float label) {
    return RecordHash.end(RecordHash.add(RecordHash.START, 7, (double) record), label);
  }

  private static double part(RecordSampler sampler, float label) {
    long taken =
        LongStream.range(0, RECORDS).filter(i -> sampler.takes(label, hash(i, label))).count();
    return taken / (double) RECORDS;
  }

  @Test
  void everyRecordIsEitherTrainedOnOrHeldOut() {
    RecordSampler trained = of(Split.TRAINED, "10", "1");
    RecordSampler heldOut = of(Split.HELD_OUT, "10", "1");
    for (long i = 0; i < RECORDS; i++) {
      assertThat(trained.takes(1, hash(i, 1))).isNotEqualTo(heldOut.takes(1, hash(i, 1)));
    }
    assertThat(part(heldOut, 1)).isCloseTo(0.1, within(0.005));
  }

  @Test
  void aLargerPartHoldsOutTheRecordsOfASmallerOne() {
    RecordSampler ten = of(Split.HELD_OUT, "10", "1");
    RecordSampler twenty = of(Split.HELD_OUT, "20", "1");
    for (long i = 0; i < RECORDS; i++) {
      assertThat(ten.takes(0, hash(i, 0)) && !twenty.takes(0, hash(i, 0))).isFalse();
    }
  }

  @Test
  void negativesAreSampledAmongTheRecordsTrainedOnAlone() {
    RecordSampler trained = of(Split.TRAINED, "20", "0.25");
    assertThat(part(trained, 0)).isCloseTo(0.8 * 0.25, within(0.005));
    assertThat(part(trained, -1)).isCloseTo(0.8 * 0.25, within(0.005));
    assertThat(part(trained, 1)).isCloseTo(0.8, within(0.005));
    assertThat(trained.weight(0)).isEqualTo(4f);
    assertThat(trained.weight(1)).isEqualTo(1f);
    RecordSampler heldOut = of(Split.HELD_OUT, "20", "0.25");
    assertThat(part(heldOut, 0)).isCloseTo(0.2, within(0.005));
    assertThat(heldOut.weight(0)).isEqualTo(1f);
  }

  @Test
  void nothingIsLeftOutUnlessTheJobSaysSo() {
    assertThat(of(Split.TRAINED, "0", "1").isNeeded()).isFalse();
    assertThat(of(Split.ALL, "10", "0.1").isNeeded()).isFalse();
    assertThat(of(Split.TRAINED, "0", "0.5").isNeeded()).isTrue();
  }

  @Test
  void theHashIsThatOfTheFeaturesInOrderAndOfTheLabel() {
    long one = RecordHash.add(RecordHash.add(RecordHash.START, 1, 0.5), 2, 1);
    assertThat(RecordHash.end(one, 1)).isEqualTo(8175091193206657024L);
    assertThat(RecordHash.end(one, 1)).isNotEqualTo(RecordHash.end(one, 0));
    assertThat(RecordHash.add(RecordHash.START, 1, -0.0))
        .isEqualTo(RecordHash.add(RecordHash.START, 1, 0.0));
    long other = RecordHash.add(RecordHash.add(RecordHash.START, 2, 1), 1, 0.5);
    assertThat(other).isNotEqualTo(one);
  }
}
