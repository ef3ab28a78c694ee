package trainer.client.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.Test;

class ScrapeTargetTest {
  private static final String ID = "application_17_0042";

  private static ApplicationReport report(String url) {
    ApplicationReport report = Records.newRecord(ApplicationReport.class);
    report.setApplicationId(ApplicationId.fromString(ID));
    report.setTrackingUrl(url);
    report.setName("clicks");
    report.setUser("alice");
    report.setQueue("root.ads");
    report.setApplicationTags(Set.of());
    return report;
  }

  @Test
  void namesTheProxyAndTheJob() {
    ScrapeTarget target =
        ScrapeTarget.of(report("http://rm1:8088/proxy/" + ID + "/")).findFirst().orElseThrow();
    assertThat(target.targets()).containsExactly("rm1:8088");
    assertThat(target.labels())
        .hasSize(7)
        .containsEntry("__scheme__", "http")
        .containsEntry("__metrics_path__", "/proxy/" + ID + "/metrics")
        .containsEntry("job_id", ID + ".1")
        .containsEntry("application_id", ID)
        .containsEntry("name", "clicks")
        .containsEntry("user", "alice")
        .containsEntry("queue", "root.ads");
  }

  @Test
  void aSessionHasTheIdOfItsApplication() {
    ApplicationReport session = report("http://rm1:8088/proxy/" + ID + "/");
    session.setApplicationTags(Set.of(YarnJobs.SESSION_TAG));
    assertThat(ScrapeTarget.of(session).findFirst().orElseThrow().labels())
        .containsEntry("job_id", ID);
  }

  @Test
  void hasTheSchemeAndThePortOfASecureProxy() {
    String path = "/proxy/" + ID + "/";
    ScrapeTarget target =
        ScrapeTarget.of(report("https://proxy.example.com" + path)).findFirst().orElseThrow();
    assertThat(target.targets()).containsExactly("proxy.example.com:443");
    assertThat(target.labels()).containsEntry("__scheme__", "https");
    assertThat(ScrapeTarget.of(report("https://[::1]:8090" + path)).findFirst().orElseThrow())
        .extracting(ScrapeTarget::targets)
        .asString()
        .isEqualTo("[[::1]:8090]");
  }

  @Test
  void leavesOutAnApplicationWithoutAPage() {
    assertThat(ScrapeTarget.of(report(null))).isEmpty();
    assertThat(ScrapeTarget.of(report("N/A"))).isEmpty();
    assertThat(ScrapeTarget.of(report("http://rm1:8088/cluster/app/" + ID))).isEmpty();
  }
}
