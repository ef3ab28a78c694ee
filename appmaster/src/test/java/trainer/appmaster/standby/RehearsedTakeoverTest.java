package trainer.appmaster.standby;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.fact.JobFact;
import trainer.core.fact.TrainingFact;
import trainer.core.input.BadRecords;
import trainer.core.message.ToWorker;
import trainer.master.job.DrivenInput;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEvent;
import trainer.master.session.Event;

class RehearsedTakeoverTest {
  private static final Map<String, String> SETTINGS =
      Map.of("trainer.pservers", "2", "trainer.workers", "2");

  @Test
  void itOpensALineAndOrdersWork() {
    DrivenJob job = new DrivenJob(8, 0, SETTINGS).run();
    List<Fact> all = job.wanted().facts();
    List<Fact> fleet = all.stream().filter(FleetFact.class::isInstance).toList();
    List<Fact> ofJob =
        Stream.concat(
                Stream.of(new JobFact.TermTaken(DrivenJob.TERM, "", 1)),
                all.stream().filter(fact -> !(fact instanceof FleetFact)))
            .toList();

    RehearsedTakeover takeover = new RehearsedTakeover();
    takeover.remember(fleet);
    takeover.submit(new Event.Submitted(job.spec(), "{}", ofJob), ofJob);
    takeover.lead(DrivenJob.TERM.next(), "here");
    JobEvent cut = new JobEvent.Indexed(DrivenInput.index(8), "digest", null, BadRecords.NONE);
    takeover.tell(new Event.OfJob(job.spec().id(), cut));
    takeover.register(job.spec());
    takeover.tell(new Event.Tick());
    takeover.show(job.spec().id());

    assertThat(takeover.recorded()).hasAtLeastOneElementOfType(TrainingFact.LineOpened.class);
    assertThat(takeover.sent()).hasAtLeastOneElementOfType(ToWorker.Order.class);
  }
}
