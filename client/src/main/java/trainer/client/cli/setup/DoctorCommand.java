package trainer.client.cli.setup;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.config.ClientConfiguration;
import trainer.client.doctor.Doctor;
import trainer.client.doctor.Examination;
import trainer.client.doctor.Finding;
import trainer.client.watch.Json;
import trainer.core.config.InvalidSettingsException;
import trainer.core.failure.FailureException;

/** Checks the cluster, or this machine, for what would keep a job from running. */
@Command(
    name = "doctor",
    description = {
      "Shows what would keep a job from running here: a line for each check, with its mend.",
      "With HADOOP_CONF_DIR it checks the cluster, else this machine. It starts nothing. The exit"
          + " code is 0 when no check fails, else 1."
    },
    footer = {
      "",
      "Examples:",
      "  trainer doctor",
      "  trainer doctor -Dtrainer.queue=ml -Dtrainer.worker.memory-mb=8192",
      "  trainer doctor --json"
    })
public final class DoctorCommand extends Verb {
  private static final int FAILED = 1;

  @Mixin private HadoopOptions hadoop;

  @Option(names = "--json", description = "Prints one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    Doctor.Diagnosis found = examine(json ? line -> {} : DoctorCommand::print);
    if (json) {
      System.out.println(Json.print(document(found)));
    }
    return found.isGood() ? 0 : FAILED;
  }

  /** Examines; a configuration that cannot be read is a finding, too. */
  private Doctor.Diagnosis examine(Consumer<Examination.Line> watcher) {
    try {
      ClientConfiguration configuration = hadoop.configuration(Map.of());
      return Doctor.examine(configuration, System.getenv(), watcher);
    } catch (InvalidSettingsException e) {
      return Doctor.unread(e.problems(), System.getenv(), watcher);
    } catch (FailureException e) {
      return Doctor.unread(List.of(e.failure()), System.getenv(), watcher);
    }
  }

  private static void print(Examination.Line line) {
    Finding finding = line.finding();
    System.out.printf(
        Locale.ROOT,
        "%-4s  %-16s  %s%s%n",
        word(finding),
        line.check(),
        finding.found(),
        finding.mend().isEmpty() ? "" : " — " + finding.mend());
  }

  private static ObjectNode document(Doctor.Diagnosis found) {
    ObjectNode document = Json.object();
    document.put("cluster", found.isCluster());
    document.put("good", found.isGood());
    ArrayNode checks = document.putArray("checks");
    for (Examination.Line line : found.lines()) {
      checks
          .addObject()
          .put("check", line.check())
          .put("state", word(line.finding()))
          .put("found", line.finding().found())
          .put("mend", line.finding().mend());
    }
    return document;
  }

  private static String word(Finding finding) {
    return finding.state().name().toLowerCase(Locale.ROOT);
  }
}
