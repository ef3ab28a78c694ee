package trainer.master.job.bsp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.ToPserver;
import trainer.core.message.ToWorker;
import trainer.master.job.DrivenJob;

/** Which mini-batches are ordered of whom, and when one is committed. */
class BspTrainingTest {
  private final DrivenJob two =
      new DrivenJob(
              8, 0, Map.of("trainer.workers", "2", "trainer.pservers", "2", "trainer.epochs", "2"))
          .run();

  @Test
  void ordersTheNextThreeVersionsAndNoMore() {
    assertThat(versionsOrdered("w0")).containsExactly(1L, 2L, 3L);
    two.commit(1);
    assertThat(versionsOrdered("w0")).containsExactly(1L, 2L, 3L, 4L);
    assertThat(two.said("p1", ToPserver.Commit.class))
        .containsExactly(new ToPserver.Commit(DrivenJob.TERM, new Line(1), new Version(1)));
  }

  @Test
  void ordersShortMiniBatchesEightAtATimeAndLongOnesOneByOne() {
    DrivenJob many =
        new DrivenJob(
                64,
                0,
                Map.of(
                    "trainer.workers", "1",
                    "trainer.minibatch.blocks", "1",
                    "trainer.epochs", "3"))
            .run();
    assertThat(ahead(many, 1, 1)).containsExactly(3);
    assertThat(ahead(many, 2, 80)).containsOnly(11, 10, 9, 8, 7, 6, 5, 4, 3).contains(11, 3);
    for (long version = 81; version <= 95; version++) {
      many.jump(Duration.ofMillis(100)).commit(version);
    }
    assertThat(ahead(many, 96, 100)).containsOnly(3);
  }

  /** How far orders are ahead of each of these versions, once it is committed. */
  private static List<Integer> ahead(DrivenJob job, long from, long to) {
    List<Integer> ahead = new ArrayList<>();
    for (long version = from; version <= to; version++) {
      job.commit(version);
      List<ToWorker.Order> orders = job.said("w0", ToWorker.Order.class);
      ahead.add((int) (orders.get(orders.size() - 1).version().number() - version));
    }
    return ahead;
  }

  @Test
  void commitsOnlyWhatEveryPserverHasAndCountsNobodyTwice() {
    FromPserver.Complete complete =
        new FromPserver.Complete(
            new Line(1), new Version(1), new Metrics(5, ExactSum.of(5), ExactSum.ZERO));
    two.say("p0", complete).say("p0", complete);
    assertThat(two.said(ToPserver.Commit.class)).isEmpty();
    two.say("p1", new FromPserver.Complete(new Line(9), new Version(1), Metrics.NONE));
    two.say("p1", new FromPserver.Complete(new Line(1), new Version(2), Metrics.NONE));
    assertThat(two.said(ToPserver.Commit.class)).isEmpty();
    two.say("p1", new FromPserver.Complete(new Line(1), new Version(1), Metrics.NONE));
    assertThat(two.said("p0", ToPserver.Commit.class)).hasSize(1);
  }

  @Test
  void aLostWorkersSharesGoToTheOtherUnderTheSameKey() {
    List<ToWorker.Order> lost = two.said("w0", ToWorker.Order.class);
    List<Integer> blocks = two.blocksOf("w0", 1);
    two.wanted().clear();
    two.ends("w0", 137);
    List<ToWorker.Order> taken = two.said("w1", ToWorker.Order.class);
    assertThat(taken.stream().map(BspTrainingTest::key))
        .containsExactlyElementsOf(lost.stream().map(BspTrainingTest::key).toList());
    assertThat(two.blocksOf("w1", 1)).isEqualTo(blocks);
    assertThat(two.view().recovery().survived()).hasSize(1);
  }

  @Test
  void sharesWaitForTheReplacementWhenNobodyIsLeft() {
    two.ends("w0", 137).ends("w1", 137);
    assertThat(two.view().recovery().survived()).hasSize(1);
    assertThat(two.view().lifecycle().waitingFor()).hasSize(1);
    two.jump(Duration.ofMillis(200)).grant(1).forEach(two::register);
    assertThat(versionsOrdered("w2")).containsExactly(1L, 1L, 2L, 2L, 3L, 3L);
    assertThat(two.view().recovery().survived()).hasSize(2);
    assertThat(two.view().recovery().survived().get(1).seconds()).isGreaterThanOrEqualTo(0.2);
  }

  @Test
  void aReconnectedWorkerIsToldItsOrdersAgainAndKeepsItsNumber() {
    List<ToWorker.Order> orders = two.said("w1", ToWorker.Order.class);
    two.wanted().clear();
    two.breaks("w1").jump(Duration.ofMillis(100)).registerAgain("w1");
    two.pass(Duration.ofSeconds(3));
    assertThat(two.said("w1", ToWorker.Order.class)).isEqualTo(orders);
    assertThat(two.view().recovery().survived()).isEmpty();
  }

  @Test
  void everyBlockOfAVersionIsOrderedOnce() {
    List<Integer> first = two.blocksOf("w0", 1);
    assertThat(first).hasSize(2).doesNotContainAnyElementsOf(two.blocksOf("w1", 1));
    assertThat(two.containersOf(Role.WORKER)).containsExactly("w0", "w1");
  }

  private static String key(ToWorker.Order order) {
    return order.line()
        + "/"
        + order.version()
        + "/"
        + order.share().number()
        + "/"
        + order.share().shares();
  }

  private List<Long> versionsOrdered(String worker) {
    return two.said(worker, ToWorker.Order.class).stream()
        .map(one -> one.version().number())
        .toList();
  }
}
