package trainer.client.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.Test;
import trainer.core.config.Settings;

final class MasterSuccessionTest {
  private static final String ATTEMPTS = "trainer.master.attempts";

  private final Configuration hadoop = new Configuration(false);

  @Test
  void mastersMayFollowOneAnotherAndKeepTheirContainers() {
    ApplicationSubmissionContext context = applied(Map.of(ATTEMPTS, "4"));
    assertThat(context.getMaxAppAttempts()).isEqualTo(4);
    assertThat(context.getKeepContainersAcrossApplicationAttempts()).isTrue();
    assertThat(context.getAttemptFailuresValidityInterval()).isEqualTo(600_000);
  }

  @Test
  void theOnlyMasterLeavesNothingBehind() {
    ApplicationSubmissionContext context = applied(Map.of(ATTEMPTS, "1"));
    assertThat(context.getMaxAppAttempts()).isEqualTo(1);
    assertThat(context.getKeepContainersAcrossApplicationAttempts()).isFalse();
  }

  @Test
  void tellsTheUserWhenTheClusterGivesFewerThanAskedFor() {
    hadoop.setInt("yarn.resourcemanager.am.max-attempts", 3);
    assertThat(shortfall("4")).get().asString().contains("at most 3").contains(ATTEMPTS + "=4");
    assertThat(shortfall("3")).isEmpty();
    hadoop.setInt("yarn.resourcemanager.am.global.max-attempts", 9);
    assertThat(shortfall("4")).isEmpty();
    assertThat(shortfall("10")).get().asString().contains("am.global.max-attempts");
  }

  @Test
  void saysNothingOfADefault() {
    hadoop.setInt("yarn.resourcemanager.am.max-attempts", 2);
    assertThat(MasterSuccession.shortfall(Settings.of(Map.of()), hadoop)).isEmpty();
  }

  private Optional<String> shortfall(String wanted) {
    return MasterSuccession.shortfall(Settings.of(Map.of(ATTEMPTS, wanted)), hadoop);
  }

  private static ApplicationSubmissionContext applied(Map<String, String> settings) {
    ApplicationSubmissionContext context = Records.newRecord(ApplicationSubmissionContext.class);
    MasterSuccession.of(Settings.of(settings)).applyTo(context);
    return context;
  }
}
