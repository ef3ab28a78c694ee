package trainer.appmaster.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import trainer.core.id.Term;
import trainer.journal.SupersededException;
import trainer.master.session.Action;

class LeadershipTest {
  private final List<String> faults = new ArrayList<>();
  private boolean isWorking;
  private final Leadership leadership = leadership(true);

  private Leadership leadership(boolean staysConnected) {
    return new Leadership(
        staysConnected, () -> isWorking, (what, cause) -> faults.add(what), new Term(1));
  }

  @Test
  void aMasterThatStaysConnectedFollowsTheOneThatSupersedesIt() {
    leadership.take(new Term(2));
    leadership.fault("superseded", new SupersededException(2, 3));

    assertThat(leadership.lost()).isCompleted();
    assertThat(leadership.term()).isEqualTo(new Term(2));
    leadership.fault("the journal cannot be written", new IllegalStateException("closed"));
    assertThat(faults).isEmpty();
  }

  @Test
  void aMasterWithoutAConnectionEnds() {
    Leadership ofStandby = leadership(false);
    ofStandby.take(new Term(2));
    ofStandby.supersede();

    assertThat(ofStandby.lost()).isNotCompleted();
    assertThat(faults).containsExactly("superseded");
  }

  @Test
  void aMasterThatWorksOnFilesEnds() {
    isWorking = true;
    leadership.take(new Term(2));
    leadership.supersede();

    assertThat(leadership.lost()).isNotCompleted();
    assertThat(faults).containsExactly("superseded");
  }

  @Test
  void aMasterThatTheClusterHasReplacedEnds() {
    leadership.take(new Term(2));
    leadership.replace();

    assertThat(leadership.lost()).isNotCompleted();
    assertThat(faults).containsExactly("disowned");
  }

  @Test
  void anyOtherFaultEndsIt() {
    leadership.take(new Term(2));
    leadership.fault("the core failed", new IllegalStateException());
    assertThat(faults).containsExactly("the core failed");
  }

  @Test
  void nothingIsPerformedOnceAnotherMasterLeads() {
    List<Action> performed = new ArrayList<>();
    Consumer<Action> guarded = leadership.guard(performed::add);
    guarded.accept(new Action.OfJob(null, null));
    leadership.take(new Term(2));
    leadership.supersede();
    guarded.accept(new Action.OfJob(null, null));

    assertThat(performed).hasSize(1);
  }

  @Test
  void commandsWaitUntilTheJobsAreKnown() {
    List<String> done = new ArrayList<>();
    leadership.onceOpen(Runnable::run).execute(() -> done.add("status"));
    assertThat(done).isEmpty();

    leadership.open();
    assertThat(done).containsExactly("status");
  }
}
