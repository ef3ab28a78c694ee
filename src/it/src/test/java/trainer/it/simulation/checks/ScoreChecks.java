package trainer.it.simulation.checks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import trainer.core.fact.EndingFact;
import trainer.core.fact.Fact;
import trainer.core.fact.QueueChange;
import trainer.core.fact.ResultFact;
import trainer.core.fact.TrainingFact;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.Evaluation;
import trainer.core.message.OutputFile;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobView;

/** Checks the files of a scoring job against its journal, and its output against the input. */
public final class ScoreChecks {
  private final SimJob job;
  private final ScoreFiles files = new ScoreFiles();

  ScoreChecks(SimJob job) {
    this.job = job;
  }

  /** The files of the job, of all its workers and masters. */
  public ScoreFiles files() {
    return files;
  }

  /** Checks {@link Invariant#NothingBeforeRecord} for a publication. */
  public void publishing(JobEffect.PublishScores action, SimJournal journal) {
    journal.require(job.id(), ResultFact.FinalVersion.class, fact -> true, action);
    journal.require(job.id(), EndingFact.PublishingBegun.class, fact -> true, action);
    for (OutputFile file : action.files()) {
      journal.require(
          job.id(), ResultFact.FileWritten.class, fact -> fact.file().equals(file), action);
    }
  }

  /** Checks {@link Invariant#OutputOnlyOfSuccess} when a master reports the end of the job. */
  public void over(JobEffect.Over action, SimJournal journal) {
    assertOutput(action.state(), journal.of(job.id()));
  }

  private void assertOutput(JobState state, List<Fact> facts) {
    boolean mayBePublished =
        state == JobState.EXITED
            || facts.stream().anyMatch(EndingFact.PublishingBegun.class::isInstance);
    Violation.unless(
        files.isPublished() ? mayBePublished : state != JobState.EXITED,
        Invariant.OutputOnlyOfSuccess,
        job.id() + " ended " + state + (files.isPublished() ? " with" : " without") + " an output");
  }

  /** Checks the journal and the output at the end. */
  void assertEnd(JobView view, List<Fact> facts, Oracle oracle) {
    Violation.unless(
        job.isServed()
            || view.processes().members().stream()
                .noneMatch(member -> member.role() == Role.PSERVER),
        Invariant.NoPserversToScore,
        job.id() + " has pservers: " + view.processes().members());
    assertTasksOfFiles(facts);
    assertOutput(view.state(), facts);
    if (files.isPublished()) {
      assertFiles(named(facts));
      assertRows();
      Evaluation sum =
          named(facts).stream()
              .map(OutputFile::evaluation)
              .reduce(Evaluation.NONE, Evaluation::plus);
      oracle.scored(files.scoreId(), sum.summary());
    }
    if (view.state() == JobState.EXITED) {
      assertShown(view, named(facts));
    }
  }

  private static List<OutputFile> named(List<Fact> facts) {
    return facts.stream()
        .filter(ResultFact.FileWritten.class::isInstance)
        .map(fact -> ((ResultFact.FileWritten) fact).file())
        .toList();
  }

  /** Checks {@link Invariant#FileHasItsTasks}. */
  private void assertTasksOfFiles(List<Fact> facts) {
    Map<Long, Long> holders = new HashMap<>();
    Set<Long> written = new HashSet<>();
    for (Fact fact : facts) {
      if (fact instanceof TrainingFact.QueueChanged changed) {
        QueueChange change = changed.change();
        if (change instanceof QueueChange.Given given) {
          given.slots().forEach(slot -> holders.put(slot, given.worker().number()));
        } else if (change instanceof QueueChange.Returned returned) {
          holders.remove(returned.slot().number());
        } else if (change instanceof QueueChange.Discarded discarded) {
          holders.remove(discarded.slot().number());
        }
      } else if (fact instanceof ResultFact.FileWritten file) {
        long worker = files.worker(file.file().name());
        for (OutputFile.Task task : file.file().tasks()) {
          long slot = task.slot().number();
          Long holder = holders.remove(slot);
          Violation.unless(
              written.add(slot) && (holder == null || holder == worker),
              Invariant.FileHasItsTasks,
              () -> job.id() + ": task " + slot + " of worker " + holder + " is in " + file);
        }
      }
    }
  }

  /** Checks {@link Invariant#OnlyNamedFiles}. */
  private void assertFiles(List<OutputFile> named) {
    Map<String, ScoreFiles.File> output = files.output();
    Violation.unless(
        output.size() == named.size()
            && named.stream().allMatch(file -> ScoreFiles.isIn(output, file)),
        Invariant.OnlyNamedFiles,
        () -> job.id() + ": the output has " + output.keySet() + ", and named are " + named);
  }

  /** Checks {@link Invariant#OutputIsWholeInput}. Tasks have the order of their blocks. */
  private void assertRows() {
    Map<Long, List<Integer>> rows = new TreeMap<>();
    for (ScoreFiles.File file : files.output().values()) {
      file.rows()
          .forEach(
              (slot, blocks) ->
                  Violation.unless(
                      rows.put(slot, blocks) == null,
                      Invariant.OutputIsWholeInput,
                      job.id() + ": task " + slot + " is in the output twice"));
    }
    List<Integer> blocks = new ArrayList<>();
    rows.values().forEach(blocks::addAll);
    Violation.unless(
        blocks.equals(IntStream.range(0, job.training().blocks()).boxed().toList()),
        Invariant.OutputIsWholeInput,
        () -> job.id() + ": of " + job.training().blocks() + " blocks, the output has " + rows);
  }

  /** Checks {@link Invariant#OneScoreId} in the view of a job that succeeded. */
  private void assertShown(JobView view, List<OutputFile> named) {
    Violation.unless(
        view.results().published().id().equals(files.scoreId())
            && view.results().output().rows() == named.stream().mapToLong(OutputFile::rows).sum(),
        Invariant.OneScoreId,
        job.id() + ": the output is " + files.scoreId() + ", shown " + view.results());
  }
}
