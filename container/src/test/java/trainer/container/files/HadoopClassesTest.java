package trainer.container.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class HadoopClassesTest {
  @Test
  void whoMadeAThreadMeanwhileFindsConfigurationAfterwards() {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    HadoopClasses.WithoutConfiguration without = new HadoopClasses.WithoutConfiguration(before);
    assertThat(without.getResource("core-default.xml")).isNull();
    without.end();
    assertThat(without.getResource("core-default.xml")).isNotNull();
  }

  @Test
  void whoIsInterruptedWaitsUntilTheyAreThere() {
    HadoopClasses.begin();
    Thread.currentThread().interrupt();
    HadoopClasses.load();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(HadoopClasses.begun()).isDone();
  }
}
