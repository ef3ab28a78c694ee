package trainer.it.simulation.interleavings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import trainer.it.simulation.scenario.SimJob;

/**
 * The commit protocol in every order in which its messages can arrive, for jobs so small that all
 * can be gone through. {@code -Dtrainer.interleavings=all} goes through larger ones, too; that
 * takes minutes.
 */
class InterleavingsTest {
  @Test
  void twoWorkersAndTwoPserversAgreeWhateverComesFirst() {
    assertWhole(3_000, new SmallCluster.Scope(job(2, 2, 2), false, 0, false));
  }

  @Test
  void theNextVersionIsComputedWhileTheLastOneIsTentative() {
    assertWhole(300, new SmallCluster.Scope(job(4, 1, 2), true, 0, false));
  }

  @Test
  void aWorkerMayDieAtAnyMomentBetweenTwoPservers() {
    assertWhole(10_000, new SmallCluster.Scope(job(2, 1, 2), true, 1, false));
  }

  @Test
  void aJobMayBeToldToStopAtAnyMoment() {
    assertWhole(100, new SmallCluster.Scope(job(4, 1, 1), true, 0, true));
  }

  @Test
  void everyPserverMayHoldEverything() {
    assertWhole(300, new SmallCluster.Scope(job(4, 1, 2, 2), true, 0, false));
  }

  @Test
  void theMasterMayBeLostAtAnyMoment() {
    assertWhole(1_000, new SmallCluster.Scope(job(2, 1, 1), true, 1));
  }

  @Test
  @EnabledIfSystemProperty(named = "trainer.interleavings", matches = "all")
  void largerJobs() {
    assertWhole(10_000, new SmallCluster.Scope(job(2, 2, 1), false, 1, false));
    assertWhole(5_000, new SmallCluster.Scope(job(4, 1, 1), true, 1, false));
    assertWhole(10_000, new SmallCluster.Scope(job(4, 1, 2), true, 0, true));
    assertWhole(10_000, new SmallCluster.Scope(job(2, 1, 2), true, 1));
    assertWhole(50_000, new SmallCluster.Scope(job(6, 1, 2), false, 0, true));
  }

  private static void assertWhole(long least, SmallCluster.Scope scope) {
    Interleavings.Seen seen = Interleavings.of(scope);
    System.out.println(scope.job() + ", " + scope.deaths() + " deaths: " + seen);
    assertThat(seen.states()).isGreaterThan(least);
    assertThat(seen.ends()).isGreaterThan(1);
  }

  /** Mini-batches of two blocks, each gone through once. */
  private static SimJob job(int blocks, int workers, int pservers) {
    return job(blocks, workers, pservers, 1);
  }

  private static SimJob job(int blocks, int workers, int pservers, int replicas) {
    return new SimJob(
        1,
        new SimJob.Training(blocks, 2, 1, 0, false, false, false, null),
        new SimJob.Members(workers, workers, pservers, replicas, 1, false, SimJob.Members.PATIENT),
        SimJob.MemberChanges.NONE,
        SimJob.Special.NOTHING,
        -1,
        false,
        null);
  }
}
