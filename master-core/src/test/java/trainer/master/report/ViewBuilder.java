package trainer.master.report;

import java.util.ArrayList;
import java.util.List;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.TableSummary;
import trainer.core.fact.Speculated;
import trainer.core.failure.Failure;
import trainer.core.input.Labels;
import trainer.core.input.Loss;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.core.message.Evaluation;
import trainer.core.message.Measures;
import trainer.core.message.Metrics;
import trainer.core.message.Moved;
import trainer.master.job.api.JobView;

/** Makes views for tests; whatever is not set is empty. */
public final class ViewBuilder {
  private final List<Aggregate> aggregates = new ArrayList<>();
  private final List<TableSummary> tables = new ArrayList<>();
  private final List<JobView.Entered> states = new ArrayList<>();
  private final List<JobView.Member> members = new ArrayList<>();
  private final List<JobView.Container> containers = new ArrayList<>();
  private final List<JobView.Survived> survived = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private String name = "job";
  private JobState state = JobState.NEW;
  private Failure failure;
  private long computed;
  private Metrics train = Metrics.NONE;
  private Measures measures = new Measures(Labels.BINARY, Loss.LOG);
  private Evaluation validation;
  private JobView.Stop stop;
  private JobView.CheckpointTrouble trouble;
  private String modelId;
  private String modelLocation;

  public ViewBuilder name(String text) {
    name = text;
    return this;
  }

  public ViewBuilder state(JobState now, Failure why) {
    state = now;
    failure = why;
    return this;
  }

  public ViewBuilder entered(JobState at, long millis) {
    states.add(new JobView.Entered(at, millis));
    return this;
  }

  public ViewBuilder metrics(long recordsComputed, Metrics training, Evaluation held) {
    computed = recordsComputed;
    train = training;
    validation = held;
    return this;
  }

  public ViewBuilder measures(Measures ofModel) {
    measures = ofModel;
    return this;
  }

  public ViewBuilder member(JobView.Member one) {
    members.add(one);
    return this;
  }

  public ViewBuilder container(JobView.Container one) {
    containers.add(one);
    return this;
  }

  public ViewBuilder survived(JobView.Survived one) {
    survived.add(one);
    return this;
  }

  public ViewBuilder trouble(JobView.CheckpointTrouble one) {
    trouble = one;
    return this;
  }

  public ViewBuilder stop(JobView.Stop told) {
    stop = told;
    return this;
  }

  public ViewBuilder aggregate(Aggregate one) {
    aggregates.add(one);
    return this;
  }

  public ViewBuilder table(TableSummary one) {
    tables.add(one);
    return this;
  }

  public ViewBuilder model(String id, String location) {
    modelId = id;
    modelLocation = location;
    return this;
  }

  public ViewBuilder warning(String text) {
    warnings.add(text);
    return this;
  }

  public JobView build() {
    return new JobView(
        new JobId("application_1_0001", 1),
        name,
        state,
        List.copyOf(states),
        failure,
        List.of(),
        1,
        1,
        0,
        0,
        0,
        1,
        List.of(new JobView.Epoch(1, 1500, new Moved(7, 8))),
        stop,
        0,
        computed,
        0,
        0,
        null,
        measures,
        train,
        validation,
        aggregates,
        tables,
        modelId,
        modelLocation,
        List.copyOf(members),
        List.copyOf(containers),
        List.copyOf(survived),
        new JobView.Pservers(List.of(0), "", 0, 0, List.of()),
        new JobView.Workers(List.of(0, 1), 1, "alice", 17),
        List.of(new JobView.Node("bad<host", "parole", 2, "3 processes failed there", 9, true)),
        "bsp",
        Speculated.NOTHING,
        null,
        null,
        List.of(),
        trouble,
        null,
        List.of(new JobView.Master(1, 0)),
        List.copyOf(warnings));
  }
}
