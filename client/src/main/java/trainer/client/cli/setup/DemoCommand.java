package trainer.client.cli.setup;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trainer.client.cli.option.HadoopJobOptions;
import trainer.client.cli.option.Verb;
import trainer.client.cli.option.Version;
import trainer.client.run.Demo;
import trainer.client.run.JobRun;
import trainer.client.run.SessionDemo;
import trainer.client.watch.Json;

/** Runs the demonstration. */
@Command(
    name = "demo",
    description = {
      "Trains a model on made-up clicks, on a cluster in this process.",
      "It starts HDFS and YARN here, generates records, trains on them and leaves nothing running.",
      "With --session, two workers score texts and images at the same rate; one is killed."
    },
    footer = {"", "Examples:", "  trainer demo -Dtrainer.workers=4", "  trainer demo --session"})
public final class DemoCommand extends Verb {
  @Mixin(name = HadoopJobOptions.SECTION)
  private HadoopJobOptions hadoop;

  @Option(
      names = "--session",
      description = "Shows a session of two scoring jobs instead, and checks what they score.")
  private boolean session;

  @Option(names = "--json", description = "Prints report.json's content at the end.")
  private boolean json;

  @Override
  public Integer call() {
    if (session) {
      return new SessionDemo(hadoop.configuration(Map.of()), System.out).run(Version.text());
    }
    Demo demo = new Demo(hadoop.configuration(Map.of()), json ? System.err : System.out);
    JobRun.Outcome outcome = demo.run(Version.text(), json);
    if (json) {
      System.out.println(Json.print(outcome.report()));
    }
    return outcome.exitCode();
  }
}
