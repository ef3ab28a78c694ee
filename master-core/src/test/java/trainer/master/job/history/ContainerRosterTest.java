package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.job.Role;
import trainer.master.job.api.ProcessesView;

/** What is known of the containers of earlier masters. */
class ContainerRosterTest {
  private static Fact noted(String job, String step, Integer exit, long at) {
    return new FleetFact.ContainerNoted("c1", job, Role.WORKER.word(), 3, "h", step, exit, at);
  }

  @Test
  void aContainerIsAllThatWasNotedOfItAndItsProcessRegisteredWhenItFirstDid() {
    String job = TaskJournal.SPEC.id().toString();
    List<ProcessesView.Container> roster =
        ContainerRoster.of(
            TaskJournal.SPEC,
            List.of(
                noted(job, "granted", null, 1),
                noted(job, "launched", null, 2),
                noted("another.1", "launched", null, 3),
                noted(job, "registered", null, 4),
                noted(job, "registered", null, 5),
                noted(job, "ended", 137, 6)));
    assertThat(roster).hasSize(1);
    ProcessesView.Container one = roster.get(0);
    assertThat(one.role()).isEqualTo(Role.WORKER);
    assertThat(one.index()).isEqualTo(3);
    assertThat(one.life().launchedAt()).isEqualTo(2);
    assertThat(one.life().registeredAt()).isEqualTo(4);
    assertThat(one.life().releasedAt()).isEqualTo(6);
    assertThat(one.exit()).isEqualTo(137);
  }

  @Test
  void leavesOutTheContainersOfStandbys() {
    String job = TaskJournal.SPEC.id().toString();
    Fact standby = new FleetFact.ContainerNoted("c2", job, "standby", 0, "h", "launched", null, 1);
    assertThat(
            ContainerRoster.of(TaskJournal.SPEC, List.of(standby, noted(job, "launched", null, 2))))
        .extracting(ProcessesView.Container::containerId)
        .containsExactly("c1");
  }
}
