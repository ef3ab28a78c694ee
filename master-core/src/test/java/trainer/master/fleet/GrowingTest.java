package trainer.master.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Fact;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.time.Moment;

/** What comes in the place of a process that ran out of memory. */
class GrowingTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final int PMEM_EXCEEDED = -104;
  private static final int HEAP_FULL = 3;
  private static final int KILLED = 137;

  private final RecordingOutbox out = new RecordingOutbox();
  private Fleet fleet = fleet(4f);
  private long nanos;
  private int containers;

  private static Fleet fleet(float factor) {
    Fleet fleet = new Fleet();
    fleet.add(JOB, Map.of(Role.WORKER, new ContainerSize(1000, 1)), factor);
    return fleet;
  }

  private void tell(FleetEvent event) {
    nanos += 60_000_000_000L;
    fleet.handle(event, new Moment(nanos, 1), out);
  }

  private void want(int count) {
    List<Integer> indices = count == 1 ? List.of(0) : List.of(0, 1);
    fleet.want(JOB, Role.WORKER, indices, List.of(), new Moment(nanos, 1), out);
  }

  private FleetAction.Ask lastAsk() {
    return (FleetAction.Ask) out.asks().get(out.asks().size() - 1);
  }

  /** The newest ask is granted, and what runs there ends so. */
  private int ends(int exit) {
    String id = "c" + ++containers;
    tell(new FleetEvent.Granted(lastAsk().ask(), id, "host"));
    tell(new FleetEvent.Launched(id));
    tell(new FleetEvent.Completed(id, exit, ""));
    fleet.tick(new Moment(nanos += 60_000_000_000L, 1), out);
    return lastAsk().memoryMb();
  }

  @Test
  void halfAsMuchMoreEachTimeUpToTheLimit() {
    want(1);
    assertThat(lastAsk().memoryMb()).isEqualTo(1000);
    assertThat(ends(PMEM_EXCEEDED)).isEqualTo(1500);
    assertThat(ends(HEAP_FULL)).isEqualTo(2250);
    assertThat(ends(KILLED)).as("that was not for want of memory").isEqualTo(2250);
    assertThat(ends(HEAP_FULL)).isEqualTo(3375);
    assertThat(ends(HEAP_FULL)).isEqualTo(4000);
    assertThat(ends(HEAP_FULL)).isEqualTo(4000);
  }

  @Test
  void noneButThatOne() {
    want(1);
    ends(PMEM_EXCEEDED);
    want(2);
    assertThat(lastAsk().memoryMb()).isEqualTo(1000);
  }

  @Test
  void theMessageNamesTheKeyAndWhatIsDoneMeanwhile() {
    want(1);
    ends(PMEM_EXCEEDED);
    assertThat(out.failures.get(0).advice())
        .isEqualTo(
            "raise trainer.worker.memory-mb; until then it is asked for with 1500 MB instead of"
                + " 1000");
  }

  @Test
  void noMoreThanTheClusterGives() {
    tell(new FleetEvent.ClusterSized(4, 1200));
    want(1);
    assertThat(ends(PMEM_EXCEEDED)).isEqualTo(1200);
    assertThat(ends(PMEM_EXCEEDED)).isEqualTo(1200);
    assertThat(out.failures.get(1).advice())
        .isEqualTo(
            "raise trainer.worker.memory-mb; it had 1200 MB, and gets no more:"
                + " trainer.memory.max-factor");
  }

  @Test
  void theNextMasterKnowsHowMuchItHad() {
    want(1);
    ends(PMEM_EXCEEDED);
    List<Fact> log = List.copyOf(out.facts);
    fleet = fleet(4f);
    fleet.remember(log, "");
    fleet.lead(new Term(9));
    want(1);
    assertThat(lastAsk().memoryMb()).isEqualTo(1500);
  }
}
