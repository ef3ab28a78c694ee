package trainer.client.cli.session;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trainer.client.cli.job.SubmitOptions;
import trainer.client.cli.option.HadoopJobOptions;
import trainer.client.cli.option.Verb;
import trainer.client.cli.option.Version;
import trainer.client.config.Flag;
import trainer.client.run.SessionRun;
import trainer.core.config.Keys;

/** Starts a session. */
@Command(
    name = "start",
    sortOptions = false,
    description = {
      "Starts a session: a master that carries the jobs of submit --session and score --session.",
      "On a cluster it goes on alone, and the command returns when it is ready. With --master local"
          + " or embedded it ends with the command."
    },
    footer = {
      "",
      "Examples:",
      "  trainer session start --queue ml --workers 8",
      "  trainer session start --master local --standby"
    })
final class SessionStartCommand extends Verb {
  @Mixin(name = "Where it runs")
  private SubmitOptions.ClusterOptions place = new SubmitOptions.ClusterOptions();

  @Option(
      names = "--workers",
      paramLabel = "N",
      description =
          "A pool of N workers, which the session's scoring jobs share so that all score as many"
              + " rows a second. Default: each job has workers of its own.")
  private String workers;

  @Option(
      names = "--standby",
      description =
          "Keeps a second master, which leads within a second of the first one's loss. It is ready"
              + " some seconds after the session.")
  private boolean standby;

  @Option(names = "--json", description = "Prints one JSON document when the session is ready.")
  private boolean json;

  @Mixin(name = HadoopJobOptions.SECTION)
  private HadoopJobOptions hadoop;

  @Override
  public Integer call() {
    Map<String, Flag> flags = new LinkedHashMap<>();
    place.addTo(flags);
    if (workers != null) {
      flags.put(Keys.WORKERS.name(), new Flag("--workers", workers));
    }
    if (standby) {
      flags.put(Keys.STANDBY.name(), new Flag("--standby", "true"));
    }
    return new SessionRun(json ? System.err : System.out, json)
        .start(place.master(), hadoop.configuration(flags), Version.text());
  }
}
