package trainer.appmaster.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.appmaster.loop.LatestViews;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.master.session.api.SessionView;

/** Hadoop's real metrics system, with the sink of {@code hadoop-metrics2-trainer.properties}. */
class HadoopMetricsTest {
  private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();
  private static final String APPLICATION = "application_1_0001";

  @TempDir private Path folder;

  private static Set<ObjectName> beans(String name) throws Exception {
    return BEANS.queryNames(new ObjectName("Hadoop:service=Trainer,name=" + name), null);
  }

  private static Object attribute(String bean, String name) throws Exception {
    return BEANS.getAttribute(new ObjectName("Hadoop:service=Trainer,name=" + bean), name);
  }

  @Test
  void jobsOfASessionAreBeansAndRecordsOfASinkUntilTheyEnd() throws Exception {
    Path sink = folder.resolve("metrics.out");
    System.setProperty("trainer.test.sink", sink.toString()); // the test's properties file has it
    LatestViews views = new LatestViews();
    views.show(Views.running(1, 24).build());
    views.show(Views.running(2, 24).build());
    views.show(new SessionView(JobId.ofSession(APPLICATION), "night", null, "", List.of(), null));
    try (HadoopMetrics metrics = new HadoopMetrics(views)) {
      metrics.update();
      assertThat(beans("Job-*")).hasSize(2);
      assertThat(beans("Session-" + APPLICATION)).hasSize(1);
      String job = "Job-" + APPLICATION + ".2";
      assertThat(attribute(job, "VersionsCommitted")).isEqualTo(7L);
      assertThat(attribute(job, "MembersWorkerSlow")).isEqualTo(12.0);
      assertThat(attribute(job, "LossTrainLogLoss")).isEqualTo(0.512);
      assertThat(attribute(job, "tag.Name")).isEqualTo("clicks");

      views.show(Views.running(1, 24).state(JobState.EXITED, null).build());
      metrics.update();
      assertThat(beans("Job-*")).hasSize(1);
      views.show(Views.running(2, 24).progress(9, 24, 1, 2).build());
    }
    assertThat(beans("*")).filteredOn(bean -> bean.toString().contains("Job-")).isEmpty();
    assertThat(Files.readString(sink))
        .containsPattern("trainer\\.Job: Context=trainer, Job=application_1_0001\\.2, Name=clicks")
        .contains("VersionsCommitted=9");
  }
}
