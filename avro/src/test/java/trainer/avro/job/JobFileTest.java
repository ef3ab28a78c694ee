package trainer.avro.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.aggregate.Reduction;
import trainer.core.input.Labels;
import trainer.core.input.Loss;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.job.UserJar;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

class JobFileTest {
  @Test
  void readsBackWhatItWrote() throws IOException {
    JobSpec spec =
        new JobSpec(
            new JobId("application_1_0001", 1),
            "alice",
            "hdfs:/user/alice/.trainer/jobs/application_1_0001",
            Map.of("trainer.input", "/in", "trainer.epochs", "2"),
            new ModelSpec(
                List.of(
                    new TableSpec("weights", 1, Initializer.normal(0.01f), true, 21).seeded(3),
                    new TableSpec("counts", 1, Initializer.ZERO, false, 0, TableSpec.Update.SUM)),
                Labels.classes(7),
                new Loss("hinge loss"),
                List.of(
                    new Phase.Passes("count", 1),
                    new Phase.Aggregate(
                        "norms",
                        "counts",
                        List.of(Reduction.sum("l1"), Reduction.farthest("largest", 9))),
                    new Phase.RowUpdate("scale", "counts"),
                    new Phase.Passes("train", 3))),
            List.of(new UserJar("model.jar", "0123456789abcdef".repeat(4))),
            "0.1.0");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    JobFile.write(spec, bytes);
    assertThat(JobFile.read(new ByteArrayInputStream(bytes.toByteArray()), "job.avro"))
        .isEqualTo(spec);
  }
}
