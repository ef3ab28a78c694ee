package trainer.client.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;

class SchedulerRulesTest {
  private static SchedulerRules of(String... keysAndValues) {
    Configuration hadoop = new YarnConfiguration(new Configuration());
    for (int i = 0; i < keysAndValues.length; i += 2) {
      hadoop.set(keysAndValues[i], keysAndValues[i + 1]);
    }
    return SchedulerRules.of(hadoop);
  }

  @Test
  void areUnknownWhereTheConfigurationHasHadoopsDefaultsOnly() {
    assertThat(of()).isEqualTo(SchedulerRules.UNKNOWN);
    assertThat(SchedulerRules.UNKNOWN.allocation(700)).isEqualTo(700);
  }

  @Test
  void roundUpToMultiplesOfTheSmallestContainer() {
    SchedulerRules rules = of("yarn.scheduler.minimum-allocation-mb", "1024");
    assertThat(rules.allocation(700)).isEqualTo(1024);
    assertThat(rules.allocation(1024)).isEqualTo(1024);
    assertThat(rules.allocation(1100)).isEqualTo(2048);
  }

  @Test
  void roundUpInStepsWhereTheyAreGiven() {
    SchedulerRules rules =
        of(
            "yarn.scheduler.minimum-allocation-mb", "1024",
            "yarn.scheduler.increment-allocation-mb", "512");
    assertThat(rules.allocation(700)).isEqualTo(1024);
    assertThat(rules.allocation(1100)).isEqualTo(1536);
    assertThat(of("yarn.resource-types.memory-mb.increment-allocation", "256 MB").allocation(300))
        .isEqualTo(512);
  }

  @Test
  void divideVcoresUnderTheFairSchedulerAndTheDominantCalculator() {
    assertThat(of().dividesCores()).isFalse();
    assertThat(
            of("yarn.resourcemanager.scheduler.class", "org.x.fair.FairScheduler").dividesCores())
        .isTrue();
    String calculator = "yarn.scheduler.capacity.resource-calculator";
    assertThat(of(calculator, "org.x.DominantResourceCalculator").dividesCores()).isTrue();
    assertThat(of(calculator, "org.x.DefaultResourceCalculator").dividesCores()).isFalse();
  }
}
