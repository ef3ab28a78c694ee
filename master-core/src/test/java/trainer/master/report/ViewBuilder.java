package trainer.master.report;

import java.util.ArrayList;
import java.util.List;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.TableSummary;
import trainer.core.fact.ResultFact;
import trainer.core.fact.Speculated;
import trainer.core.failure.Failure;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.input.Labels;
import trainer.core.input.Loss;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.core.message.Evaluation;
import trainer.core.message.EvaluationSummary;
import trainer.core.message.Measures;
import trainer.core.message.Metrics;
import trainer.core.message.Moved;
import trainer.core.message.Reading;
import trainer.core.message.WorkerTotals;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;

/** Makes views for tests; whatever is not set is empty. */
public final class ViewBuilder {
  private final List<Aggregate> aggregates = new ArrayList<>();
  private final List<TableSummary> tables = new ArrayList<>();
  private final List<JobView.Entered> states = new ArrayList<>();
  private final List<ProcessesView.Member> members = new ArrayList<>();
  private final List<ProcessesView.Container> containers = new ArrayList<>();
  private final List<JobView.Survived> survived = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private int number = 1;
  private String name = "job";
  private JobState state = JobState.NEW;
  private Failure failure;
  private long computed;
  private Metrics train = Metrics.NONE;
  private Measures measures = new Measures(Labels.BINARY, Loss.LOG);
  private EvaluationSummary validation;
  private List<ResultFact.Scored> series = List.of();
  private JobView.Stop stop;
  private JobView.FirstPass firstPass;
  private JobView.CheckpointTrouble trouble;
  private String modelId;
  private String modelLocation;
  private final List<JobView.Waiting> waiting = new ArrayList<>();
  private final List<JobView.Checkpoint> checkpoints = new ArrayList<>();
  private JobView.OutputTrouble outputTrouble;
  private ProcessesView.Pservers pservers =
      new ProcessesView.Pservers(List.of(0), "", 0, 0, List.of());
  private List<JobView.Master> masters = List.of(new JobView.Master(1, 0));
  private Term term = new Term(1);
  private Line line = new Line(1);
  private long version;
  private long versions;
  private int epoch;
  private int epochs = 1;
  private long records;
  private long badRecords;
  private long rollbacks;
  private String sync = "bsp";
  private Speculated speculated = Speculated.NOTHING;
  private JobView.Versioned versioned;
  private JobView.Repeated repeated;
  private JobView.Tasks tasks;
  private JobView.RowOutput output;

  public ViewBuilder number(int ofJob) {
    number = ofJob;
    return this;
  }

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
    validation = held == null ? null : held.summary();
    series =
        held == null
            ? List.of()
            : List.of(
                new ResultFact.Scored(new Version(3), 1, train, validation, 1_795_000_000_000L));
    return this;
  }

  public ViewBuilder measures(Measures ofModel) {
    measures = ofModel;
    return this;
  }

  public ViewBuilder member(ProcessesView.Member one) {
    members.add(one);
    return this;
  }

  public ViewBuilder container(ProcessesView.Container one) {
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

  public ViewBuilder waiting(JobView.Waiting one) {
    waiting.add(one);
    return this;
  }

  public ViewBuilder checkpoint(JobView.Checkpoint one) {
    checkpoints.add(one);
    return this;
  }

  public ViewBuilder outputTrouble(JobView.OutputTrouble one) {
    outputTrouble = one;
    return this;
  }

  public ViewBuilder pservers(ProcessesView.Pservers targets) {
    pservers = targets;
    return this;
  }

  public ViewBuilder masters(JobView.Master... all) {
    masters = List.of(all);
    term = new Term(masters.get(masters.size() - 1).term());
    return this;
  }

  public ViewBuilder progress(long toVersion, long ofVersions, int inEpoch, int ofEpochs) {
    version = toVersion;
    versions = ofVersions;
    epoch = inEpoch;
    epochs = ofEpochs;
    return this;
  }

  public ViewBuilder records(long ofEpoch, long bad) {
    records = ofEpoch;
    badRecords = bad;
    return this;
  }

  /** Under any mode but {@code bsp} there is no speculation. */
  public ViewBuilder sync(String mode, JobView.Versioned admissions) {
    sync = mode;
    versioned = admissions;
    speculated = null;
    return this;
  }

  public ViewBuilder speculated(Speculated counts) {
    speculated = counts;
    return this;
  }

  public ViewBuilder tasks(JobView.Tasks queues) {
    tasks = queues;
    return this;
  }

  /** A job that writes rows, and trains nothing. */
  public ViewBuilder output(JobView.RowOutput rows) {
    output = rows;
    return sync("none", null);
  }

  public ViewBuilder rollbacks(long times, long toLine, JobView.Repeated work) {
    rollbacks = times;
    line = new Line(toLine);
    repeated = work;
    return this;
  }

  public ViewBuilder firstPass(int done, int tasks) {
    firstPass = new JobView.FirstPass(done, tasks);
    return this;
  }

  public JobView build() {
    return new JobView(
        new JobView.Identity(
            new JobId("application_1_0001", number), name, "hdfs://nn/data/" + number),
        new JobView.Lifecycle(
            state,
            List.copyOf(states),
            failure,
            List.copyOf(waiting),
            firstPass,
            stop,
            outputTrouble),
        new JobView.Progress(
            version,
            versions,
            epoch,
            epochs,
            List.of(
                new JobView.Epoch(
                    1, 1500, new WorkerTotals(new Moved(7, 8), new Reading(3, 30, 500, 600)))),
            records,
            computed,
            badRecords),
        new JobView.Synchronisation(sync, speculated, versioned, tasks),
        new JobView.Recovery(
            term,
            line,
            rollbacks,
            repeated,
            List.copyOf(survived),
            masters,
            List.copyOf(checkpoints),
            trouble),
        new JobView.Results(
            new JobView.Quality(measures, train, validation, series),
            aggregates,
            tables,
            modelId == null ? null : new JobView.Published(modelId, modelLocation),
            output,
            List.copyOf(warnings)),
        new ProcessesView(
            List.copyOf(members),
            List.copyOf(containers),
            pservers,
            new ProcessesView.Workers(List.of(0, 1), 1, "alice", 17),
            List.of(
                new ProcessesView.Node(
                    "bad<host", "parole", true, 2, "3 processes failed there", 9))));
  }
}
