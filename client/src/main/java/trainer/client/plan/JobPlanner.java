package trainer.client.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import trainer.client.config.ClientConfiguration;
import trainer.client.submit.JobPreparation;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.learning.model.Models;
import trainer.learning.spi.Model;

/** Plans a job that is not submitted. It needs no cluster other than its file systems. */
public final class JobPlanner {
  private static final JobId NONE = new JobId("plan", 1);

  private JobPlanner() {}

  /**
   * A plan.
   *
   * @param lines for people
   * @param document the same for programs, without the columns of a table
   */
  public record Plan(List<String> lines, ObjectNode document) {}

  /**
   * Checks a configuration as {@code submit} does, samples its input and computes what a job needs.
   *
   * @param processors those that all processes of the job share; 0 if each has its own
   * @throws trainer.core.failure.FailureException if {@code submit} would refuse the job
   */
  public static Plan plan(ClientConfiguration given, int processors, String version) {
    String folder = Path.of(System.getProperty("java.io.tmpdir")).toUri().toString();
    String output = folder + "/trainer-plan-" + UUID.randomUUID();
    ClientConfiguration named =
        given.settings().isSet(Keys.OUTPUT)
            ? given
            : given.with(Map.of(Keys.OUTPUT.name(), output));
    JobPreparation job = JobPreparation.check(named, folder);
    Settings settings = job.settings();
    JobSpec spec = job.spec(NONE, "", version);
    Configuration reading = job.jars().reading(job.configuration().hadoop());
    Model model = Models.load(settings, job.jars().classes());
    InputSampling.Effort effort = InputSampling.Effort.USUAL;
    SampledInput input = new InputSampling(effort, reading, settings, model, spec.model()).sample();
    PlanLines plan = new PlanLines(settings, input, JobNeeds.of(spec, settings, input, processors));
    List<String> lines = new ArrayList<>(job.summary());
    lines.addAll(plan.lines());
    return new Plan(lines, plan.json());
  }
}
