package trainer.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuantityTest {
  @Test
  void agreesWithItsNoun() {
    assertThat(Quantity.of(1, "file")).isEqualTo("1 file");
    assertThat(Quantity.of(0, "file")).isEqualTo("0 files");
    assertThat(Quantity.of(18_000, "record")).isEqualTo("18,000 records");
    assertThat(Quantity.of(2, "mini-batch", "mini-batches")).isEqualTo("2 mini-batches");
  }

  @Test
  void hasTheDigitsOfATimeThatMatter() {
    assertThat(Quantity.seconds(0.633)).isEqualTo("0.63 s");
    assertThat(Quantity.seconds(12.345)).isEqualTo("12.3 s");
    assertThat(Quantity.seconds(3725.4)).isEqualTo("3,725 s");
  }
}
