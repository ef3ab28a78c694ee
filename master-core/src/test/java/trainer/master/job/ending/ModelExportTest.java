package trainer.master.job.ending;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trainer.core.fact.EndingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Version;
import trainer.core.job.JobState;
import trainer.core.message.FromPserver;
import trainer.core.message.PartFile;
import trainer.core.message.ToPserver;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;

/** A finished model whose output cannot be written is kept in the job's folder. */
class ModelExportTest {
  private static final Failure FULL =
      new Failure(FailureKind.STORAGE_FULL, "there is no space left", "/out", "make room");

  private final DrivenJob job = trained();

  private static DrivenJob trained() {
    DrivenJob job = new DrivenJob(8, 0, Map.of("trainer.epochs", "1")).run();
    job.train();
    return job;
  }

  private String newestFolder() {
    List<ToPserver.WriteParts> orders = job.said("p0", ToPserver.WriteParts.class);
    return orders.get(orders.size() - 1).folder();
  }

  private void fails(boolean givenUp) {
    job.say("p0", new FromPserver.PartsFailed(newestFolder(), FULL, givenUp));
  }

  private JobEffect.Publish newestPublish() {
    List<JobEffect.Publish> all = job.actions(JobEffect.Publish.class);
    return all.get(all.size() - 1);
  }

  private void keep() {
    job.write(job.view().version());
    JobEffect.Publish publish = newestPublish();
    assertThat(publish.place()).isEqualTo(job.spec().jobFolder() + "/model");
    assertThat(publish.folder()).startsWith(publish.place() + "._");
    job.tell(new JobEvent.Published("ab", publish.place()));
  }

  private void endsWithTheModelKept() {
    assertThat(job.view().results().modelId()).as("it is not where it was asked for").isNull();
    assertThat(job.facts(EndingFact.Exported.class)).isEmpty();
    job.endProcesses();
    assertThat(job.view().state()).isEqualTo(JobState.FAILED);
    assertThat(job.view().failure().kind()).isEqualTo(FailureKind.STORAGE_FULL);
    assertThat(job.view().failure().message())
        .contains("there is no space left")
        .contains(job.spec().jobFolder() + "/model");
  }

  @Test
  void isWrittenAgainThereWhenAPserverGivesTheOutputUp() {
    String first = newestFolder();
    fails(true);
    assertThat(newestFolder()).isNotEqualTo(first);
    assertThat(job.facts(EndingFact.PublishingBegun.class)).isEmpty();
    keep();
    endsWithTheModelKept();
  }

  @Test
  void isWrittenAgainThereWhenTheMasterCannotPutItInItsPlace() {
    job.write(job.view().version());
    job.tell(new JobEvent.PublishFailed(FULL));
    keep();
    endsWithTheModelKept();
  }

  @Test
  void isNotKeptForWhatIsTriedAgainWhichIsSaidAtOnce() {
    fails(false);
    assertThat(job.view().lifecycle().outputTrouble().message()).contains("there is no space left");
    job.write(job.view().version());
    assertThat(newestPublish().place()).doesNotContain(job.spec().jobFolder());
    assertThat(job.view().lifecycle().outputTrouble()).isNull();
    job.tell(new JobEvent.PublishDelayed(FULL));
    assertThat(job.view().lifecycle().outputTrouble().message()).contains("there is no space left");
    job.tell(new JobEvent.Published("ab", "/out"));
    assertThat(job.view().results().modelId()).isEqualTo("ab");
    assertThat(job.view().lifecycle().outputTrouble()).isNull();
  }

  @Test
  void isLostWhenTheJobsFolderCannotBeWrittenEither() {
    fails(true);
    fails(true);
    assertThat(job.view().failure().message())
        .contains("cannot be put in its place")
        .contains("nor can it be kept");
  }

  @Test
  void aWordAboutAFolderOfBeforeChangesNothing() {
    String first = newestFolder();
    fails(true);
    job.say("p0", new FromPserver.PartsFailed(first, FULL, true));
    assertThat(job.view().failure()).isNull();
    keep();
    endsWithTheModelKept();
  }

  @Test
  void aKillThatIsAskedForMeanwhileEndsTheJobKilled() {
    job.write(job.view().version());
    job.tell(new JobEvent.KillAsked("alice"));
    job.tell(new JobEvent.PublishFailed(FULL));
    assertThat(job.view().failure().kind()).isEqualTo(FailureKind.KILLED_BY_USER);
  }

  @Test
  void anotherMasterTriesTheOutputAgain() {
    fails(true);
    job.takeOver("p0", "w0").lead().cutAgain().registerAgain("p0").registerAgain("w0");
    long version = job.view().version();
    job.say(
        "p0",
        new FromPserver.Sealed(
            job.view().recovery().term(), job.view().line(), new Version(version), false));
    job.say("p0", new FromPserver.LineAccepted(job.view().line(), new Version(version), true));
    assertThat(newestFolder()).doesNotContain(job.spec().jobFolder() + "/model");
  }

  @Test
  void partsOfTheOutputThatAreSaidLateAreNoneOfTheKeptModel() {
    String first = newestFolder();
    List<PartFile> parts =
        IntStream.range(0, 32).mapToObj(p -> new PartFile(p, "part-" + p, 1, 1, "00")).toList();
    fails(true);
    job.say("p0", new FromPserver.PartsWritten(new Version(job.view().version()), first, parts));
    assertThat(job.actions(JobEffect.Publish.class)).isEmpty();
    keep();
    endsWithTheModelKept();
  }
}
