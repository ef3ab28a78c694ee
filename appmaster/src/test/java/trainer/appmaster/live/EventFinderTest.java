package trainer.appmaster.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;
import trainer.master.report.ViewBuilder;

class EventFinderTest {
  private static ProcessesView.Member worker(int index, String state, String why) {
    return new ProcessesView.Member(
        new ProcessesView.Instance(
            Role.WORKER, index, new Incarnation(index + 1), "node-" + index, "", "c" + index),
        state,
        1,
        0,
        0,
        ProcessesView.Load.NONE,
        ProcessesView.Delays.NONE,
        why);
  }

  private static ViewBuilder running() {
    return new ViewBuilder().entered(JobState.RUNNING, 5);
  }

  private static List<String> texts(JobView before, JobView after) {
    return EventFinder.between(before, after, 9).stream().map(Event::text).toList();
  }

  @Test
  void theFirstViewBringsThePast() {
    JobView view = running().member(worker(0, "live", "")).build();
    assertThat(EventFinder.between(null, view, 9))
        .containsExactly(
            new Event(5, Event.Kind.STATE, "the job is RUNNING"),
            new Event(9, Event.Kind.MEMBER, "worker 0 on node-0 joined"),
            new Event(
                9, Event.Kind.NODE, "bad<host is on the blacklist: 3 processes failed there"));
  }

  @Test
  void nothingHappensBetweenEqualViews() {
    assertThat(texts(running().build(), running().build())).isEmpty();
  }

  @Test
  void aLossIsAFaultWithItsCause() {
    JobView before = running().member(worker(0, "live", "")).build();
    JobView after =
        running()
            .member(worker(0, "dead", "its connection broke"))
            .survived(new JobView.Survived("worker 0", 8, 1.25))
            .build();
    assertThat(EventFinder.between(before, after, 9))
        .containsExactly(
            new Event(9, Event.Kind.FAULT, "worker 0 on node-0 is lost: its connection broke"),
            new Event(8, Event.Kind.FAULT, "survived in 1.3 s: worker 0"));
  }

  @Test
  void manyAlikeEventsAreOne() {
    ViewBuilder thousand = running();
    IntStream.range(0, 1000).mapToObj(i -> worker(i, "live", "")).forEach(thousand::member);
    assertThat(texts(running().build(), thousand.build())).containsExactly("1000 workers joined");
  }

  @Test
  void aCheckpointIsAnEventOnce() {
    JobView before = running().checkpoint(new JobView.Checkpoint(10, "v10", 1, 6, "")).build();
    JobView after = running().checkpoint(new JobView.Checkpoint(20, "v20", 1, 7, "")).build();
    assertThat(EventFinder.between(before, after, 9))
        .containsExactly(new Event(7, Event.Kind.CHECKPOINT, "checkpoint of version 20"));
  }
}
