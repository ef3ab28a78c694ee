package trainer.client.cli.job;

import java.io.Console;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.config.ClientConfiguration;
import trainer.client.retention.FolderSelection;
import trainer.client.retention.JobFolders;
import trainer.client.run.OwnJobs;
import trainer.client.submit.ServiceFailure;
import trainer.client.terminal.Terminal;
import trainer.core.config.Keys;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** Deletes folders of ended jobs. */
@Command(
    name = "clean",
    description = {
      "Deletes your job folders whose jobs have ended.",
      "Folders that a kept job goes on from stay, as do folders with the only copy of a model. Models"
          + " at their outputs are not touched. On a terminal it asks first."
    },
    footer = {
      "",
      "Examples:",
      "  trainer jobs clean --dry-run",
      "  trainer jobs clean --older-than 30d --keep 10"
    })
public final class JobsCleanCommand extends Verb {
  @Mixin private HadoopOptions hadoop;

  @Option(
      names = "--older-than",
      paramLabel = "TIME",
      description = "Of jobs that ended before, such as 30d; default trainer.job.keep.")
  private String olderThan;

  @Option(names = "--keep", paramLabel = "N", description = "Keeps the N newest of the state.")
  private Integer keep;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "EXITED, FAILED or KILLED; UNKNOWN for jobs without a report that YARN forgot.")
  private String state;

  @Option(names = "--with-models", description = "Also folders with the only copy of a model.")
  private boolean withModels;

  @Option(names = "--dry-run", description = "Lists the folders and deletes none.")
  private boolean dryRun;

  @Option(names = "--yes", description = "Does not ask.")
  private boolean yes;

  @Option(names = "--json", description = "Prints one JSON document, and does not ask.")
  private boolean json;

  @Override
  public Integer call() {
    ClientConfiguration configuration = hadoop.configuration(Map.of());
    FolderSelection selection = selection(configuration);
    JobFolders folders = OwnJobs.folders(configuration);
    try {
      if (!dryRun) {
        folders.finishDeletions();
      }
      clean(folders, selection);
      return 0;
    } catch (IOException e) {
      throw ServiceFailure.of("the job folders", e);
    }
  }

  private void clean(JobFolders folders, FolderSelection selection) throws IOException {
    List<FolderSelection.Choice> choices =
        selection.of(folders.read(Long.MAX_VALUE), System.currentTimeMillis());
    Map<String, Long> bytes = new HashMap<>();
    for (FolderSelection.Choice choice : choices) {
      bytes.put(choice.folder().path(), folders.bytes(choice.folder()));
    }
    CleanedFolders list = new CleanedFolders(choices, bytes);
    if (!json) {
      list.print(System.out);
    }
    List<FolderSelection.Choice> deleted = new ArrayList<>();
    if (!dryRun && isConfirmed(list)) {
      for (FolderSelection.Choice choice : choices) {
        if (choice.isDeleted() && folders.delete(choice.folder())) {
          deleted.add(choice);
        }
      }
    }
    if (json) {
      list.printJson(System.out, deleted, dryRun);
    } else if (dryRun) {
      System.out.println("nothing was deleted; selected: " + list.summary());
    } else {
      System.out.println("deleted " + new CleanedFolders(deleted, bytes).summary());
    }
  }

  private boolean isConfirmed(CleanedFolders list) {
    if (yes || json || list.toDelete() == 0 || !Terminal.isInteractive()) {
      return true;
    }
    Console console = System.console();
    String answer = console.readLine("Delete %s? [y/N] ", list.summary());
    return answer != null && answer.strip().toLowerCase(Locale.ROOT).matches("y|yes");
  }

  private FolderSelection selection(ClientConfiguration configuration) {
    Duration age =
        olderThan == null
            ? configuration.settings().find(Keys.JOB_KEEP).orElse(null)
            : age(olderThan);
    if (!dryRun && age == null && keep == null && state == null) {
      throw new FailureException(
          FailureKind.BAD_FLAGS,
          "every ended job is meant, as it stands",
          "trainer jobs clean",
          "give --older-than 30d, --keep N or --state EXITED; --dry-run lists the folders");
    }
    if (keep != null && keep < 0) {
      throw new FailureException(
          FailureKind.BAD_FLAGS,
          "'" + keep + "' is no number of folders",
          "--keep",
          "give 0 or more");
    }
    String wanted = state == null ? null : state.toUpperCase(Locale.ROOT);
    if (wanted != null && !wanted.matches("EXITED|FAILED|KILLED|UNKNOWN")) {
      throw new FailureException(
          FailureKind.BAD_FLAGS,
          "'" + state + "' is no state of an ended job",
          "--state",
          "give EXITED, FAILED, KILLED or UNKNOWN");
    }
    return new FolderSelection(
        age == null ? Duration.ZERO : age, keep == null ? 0 : keep, wanted, withModels);
  }

  private static Duration age(String text) {
    try {
      return Keys.JOB_KEEP.parse(text);
    } catch (IllegalArgumentException e) {
      throw new FailureException(
          new Failure(
              FailureKind.BAD_FLAGS,
              "'" + text + "' is no time",
              "--older-than",
              "give one like 30d, 12h or 30m, from 1s to 3650d"),
          e);
    }
  }
}
