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
  void leavesTheThreadItsLoader() {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    HadoopClasses.load();
    assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
  }
}
