package trainer.client.cli.job;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.config.ClientConfiguration;
import trainer.client.logs.LogFile;
import trainer.client.logs.LogPass;
import trainer.client.run.JobHandle;
import trainer.client.submit.ServiceFailure;
import trainer.client.watch.Json;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.failure.StorageRefusal;

/** Prints the logs of a job's processes. */
@Command(
    name = "logs",
    description = {
      "Prints and searches the logs of a job's processes, of running ones too.",
      "Those of running ones lag behind by trainer.logs.flush at most."
    },
    footer = {
      "",
      "Examples:",
      "  trainer logs application_1795000000000_0001 --container worker-0 --follow",
      "  trainer logs application_1795000000000_0001 --grep 'WARN|ERROR'"
    })
public final class LogsCommand extends Verb {
  private static final long PERIOD_MILLIS = 1000;
  private static final Pattern PROCESS =
      Pattern.compile("(master|standby|pserver|worker)(-[0-9]+)?");

  @Mixin private HadoopOptions hadoop;

  @Parameters(paramLabel = "ID", description = "An application id or a job id.")
  private String id;

  @Option(
      names = "--container",
      paramLabel = "C",
      description = "Only of this container: its id, a process such as worker-0, or a role.")
  private String container;

  @Option(
      names = "--grep",
      paramLabel = "PATTERN",
      description = "Only lines that this regular expression finds something in.")
  private String grep;

  @Option(names = "--follow", description = "Goes on with what is new until the job has ended.")
  private boolean follow;

  @Option(
      names = "--json",
      description = "Prints one JSON document: the files, with --grep the lines found in them.")
  private boolean json;

  private LogFile before;
  private boolean found;

  @Override
  public Integer call() {
    if (json && follow) {
      throw new FailureException(
          FailureKind.BAD_FLAGS, "one document has an end", "--json --follow", "give one of them");
    }
    Pattern pattern = pattern();
    ClientConfiguration configuration = hadoop.configuration(Map.of());
    try (JobHandle job = JobHandle.find(id, configuration);
        JobObserver observer = new JobObserver(job, configuration.hadoop())) {
      boolean ended = observer.observe().ended();
      LogPass pass = new LogPass(job.folder(), container, configuration.hadoop());
      requireSome(pass, job, ended);
      if (json) {
        System.out.println(Json.print(document(pass, job, pattern)));
        return 0;
      }
      boolean isRead = print(pass, ended || !follow, pattern);
      while (follow && !ended && isRead) {
        Thread.sleep(PERIOD_MILLIS);
        ended = observer.observe().ended();
        isRead = print(pass, ended, pattern);
      }
      if (ended) {
        requireSome(pass, job, true); // a process that was waited for has not come
      }
      if (pattern != null && !found) {
        System.err.println("no line of these logs matches '" + grep + "'");
      }
      return 0;
    } catch (IOException e) {
      throw ServiceFailure.of(id, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FailureKind.INTERRUPTED.exitCode();
    }
  }

  private Pattern pattern() {
    try {
      return grep == null ? null : Pattern.compile(grep);
    } catch (PatternSyntaxException e) {
      throw new FailureException(
          new Failure(
              FailureKind.BAD_FLAGS,
              "'" + grep + "' is no regular expression: " + e.getDescription(),
              "--grep",
              "correct it, or find the text as it stands by --grep '\\Q" + grep + "\\E'"),
          e);
    }
  }

  /**
   * Requires logs. While a job runs, a process that it may start is waited for.
   *
   * @throws FailureException APPLICATION_NOT_FOUND, with the names that have logs
   */
  private void requireSome(LogPass pass, JobHandle job, boolean ended) throws IOException {
    if (!pass.list().isEmpty()) {
      return;
    }
    if (follow && !ended && (container == null || PROCESS.matcher(container).matches())) {
      System.err.println(
          "waiting for logs" + (container == null ? "" : " of " + container + "; " + pass.names()));
      return;
    }
    throw new FailureException(
        FailureKind.APPLICATION_NOT_FOUND,
        container == null ? "there are no logs" : "there are no logs of " + container,
        job.folder().root() + "/logs",
        container == null ? "its containers have not begun, or try yarn logs" : pass.names());
  }

  /** Prints the new lines; returns false if nothing reads the output any more. */
  private boolean print(LogPass pass, boolean last, Pattern pattern) throws IOException {
    for (LogPass.Unread unread :
        pass.read(last, (file, number, text) -> print(pattern, file, number, text))) {
      System.err.println(
          "WARNING the log "
              + unread.file()
              + " is left out: "
              + StorageRefusal.firstLine(unread.why().toString())
              + " — "
              + unread.file().path()
              + " — try again later, or see yarn logs");
    }
    return !System.out.checkError();
  }

  private void print(Pattern pattern, LogFile file, long number, String text) {
    if (pattern == null) {
      if (before == null || !before.path().equals(file.path())) {
        System.out.println((before == null ? "" : "\n") + "==> " + file + " <==");
        before = file;
      }
      System.out.println(text);
    } else if (pattern.matcher(text).find()) {
      found = true;
      System.out.println(file + ":" + number + ": " + text);
    }
  }

  private static ObjectNode document(LogPass pass, JobHandle job, Pattern pattern)
      throws IOException {
    ObjectNode document = Json.object().put("jobId", job.jobId());
    ArrayNode files = document.putArray("files");
    Map<Path, ObjectNode> nodes = new HashMap<>();
    for (LogFile file : pass.list()) {
      ObjectNode node =
          files
              .addObject()
              .put("process", file.process())
              .put("container", file.container())
              .put("name", file.name())
              .put("path", file.path().toString())
              .put("bytes", file.bytes());
      if (pattern != null) {
        node.putArray("lines");
        nodes.put(file.path(), node);
      }
    }
    if (pattern != null) {
      pass
          .read(
              true,
              (file, number, text) -> {
                // A file that is newer than the list is left out.
                if (nodes.containsKey(file.path()) && pattern.matcher(text).find()) {
                  ((ArrayNode) nodes.get(file.path()).get("lines"))
                      .addObject()
                      .put("number", number)
                      .put("text", text);
                }
              })
          .stream()
          .filter(unread -> nodes.containsKey(unread.file().path()))
          .forEach(
              unread ->
                  nodes
                      .get(unread.file().path())
                      .put("unreadable", StorageRefusal.firstLine(unread.why().toString())));
    }
    return document;
  }
}
