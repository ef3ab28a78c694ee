package trainer.appmaster.live;

import java.util.Map;
import trainer.core.id.Incarnation;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.StoredRows;
import trainer.core.message.TimeSpent;
import trainer.core.message.TimeSpent.Phase;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;
import trainer.master.report.ViewBuilder;

/** Views of a training whose workers have computed so long. */
final class Workers {
  private final ViewBuilder view;

  private Workers(long version) {
    view =
        new ViewBuilder()
            .state(JobState.RUNNING, null)
            .sync("bsp", null)
            .progress(version, 100, 1, 2);
  }

  static Workers at(long version) {
    return new Workers(version);
  }

  /** A worker that has finished so many mini-batches in so many seconds of computing. */
  Workers with(int index, long process, long minibatches, double seconds) {
    return with(index, process, minibatches, seconds, "");
  }

  Workers with(int index, long process, long minibatches, double seconds, String why) {
    TimeSpent spent =
        new TimeSpent(
            minibatches,
            Map.of(Phase.COMPUTE, Math.round(seconds * 1e9), Phase.WAIT, 3_000_000_000L));
    view.member(
        new ProcessesView.Member(
            new ProcessesView.Instance(
                Role.WORKER, index, new Incarnation(process), "h", "", "c" + process),
            why.isEmpty() ? "live" : "dead",
            1,
            0,
            0,
            new ProcessesView.Load(spent, StoredRows.NOTHING),
            ProcessesView.Delays.NONE,
            why));
    return this;
  }

  JobView view() {
    return view.build();
  }
}
