package trainer.it.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.it.cluster.ClusterUser;
import trainer.it.cluster.TrainerClient;
import trainer.testkit.DocumentedCommand;

/**
 * Runs the commands of a page on a cluster. The page's placeholders stand for the newest job or
 * session of the page, or else for a job that was started for it.
 */
final class ClusterReader extends PageReader {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String DOCUMENTED = "application_1795000000000_0001";
  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\b(?:ID|JOB_FOLDER|CHECKPOINT_FOLDER|" + DOCUMENTED + ")\\b");
  private static final Pattern APPLICATION =
      Pattern.compile("(?m)^(?:job|session): (application_\\d+_\\d+)");
  private static final Pattern CHECKPOINT = Pattern.compile("(?m)^version .* (\\S+)$");

  /** The exit codes of the commands that fail, as their pages say. */
  private static final Map<String, Integer> FAILING =
      Map.of("doctor -Dtrainer.queue=nope -Dtrainer.job.dir=file:///x/y", 1);

  private final ClusterUser user;
  private final FileSystem cluster;
  private final TrainerClient client;
  private final Set<String> sessions = new TreeSet<>();
  private String application = "";
  private String checkpoint = "";
  private String endless = "";

  ClusterReader(ClusterUser user, FileSystem cluster, TrainerClient client, PageFiles files) {
    super(files);
    this.user = user;
    this.cluster = cluster;
    this.client = client;
  }

  @Override
  String run(DocumentedCommand command) throws Exception {
    String line = String.join(" ", command.words());
    if (application.isEmpty() && PLACEHOLDER.matcher(line).find()) {
      application = line.contains("--resume") ? ended() : running();
    }
    String[] words = command.words().stream().map(this::meant).toArray(String[]::new);
    TrainerClient.Result result = client.run(words);
    assertThat(result.exitCode())
        .as(() -> String.join(" ", words) + "; " + result.told())
        .isEqualTo(FAILING.getOrDefault(line, 0));
    remember(result.out());
    if (line.startsWith("session start")) {
      sessions.add(application);
    } else if (line.startsWith("session stop")) {
      sessions.remove(application);
    } else if (command.words().contains("--detach")) {
      client.run("attach", application).ok();
    }
    return result.out();
  }

  /** A job that has ended, and whose output is gone. */
  private String ended() throws Exception {
    String output = user.uri("ended");
    String job =
        user.json("submit --epochs 1 --input " + user.uri("data") + " --output " + output)
            .path("jobId")
            .asText();
    new Path(output).getFileSystem(user.configuration()).delete(new Path(output), true);
    return job.replaceFirst("\\.1$", "");
  }

  /** A job that trains, and has checkpoints. */
  private String running() throws Exception {
    String often = "-Dtrainer.checkpoint.interval=1s -Dtrainer.checkpoint.keep=1000";
    endless = user.unhurried("endless-" + System.nanoTime(), often);
    String id = endless.replaceFirst("\\.1$", "");
    await("a checkpoint")
        .atMost(PATIENCE)
        .until(() -> CHECKPOINT.matcher(user.run("checkpoint ls " + folder(id)).out()).find());
    return id;
  }

  private String folder(String id) {
    return new Path(cluster.getHomeDirectory(), ".trainer/jobs/" + id).toString();
  }

  private String meant(String word) {
    return switch (word) {
      case "ID" -> application;
      case "JOB_FOLDER" -> folder(application);
      case "CHECKPOINT_FOLDER" -> checkpoint;
      default -> word.replace(DOCUMENTED, application);
    };
  }

  private void remember(String printed) {
    Matcher id = APPLICATION.matcher(printed);
    application = id.find() ? id.group(1) : application;
    Matcher folder = CHECKPOINT.matcher(printed);
    checkpoint = folder.find() ? folder.group(1) : checkpoint;
  }

  @Override
  void finish() throws Exception {
    for (String session : sessions) {
      client.run("session", "stop", "--kill", session).ok();
    }
    if (!endless.isEmpty()) {
      user.end(endless);
    }
  }
}
