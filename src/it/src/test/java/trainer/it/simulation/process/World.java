package trainer.it.simulation.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import trainer.core.fact.Fact;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Line;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.it.simulation.checks.Calm;
import trainer.it.simulation.checks.DeathChecks;
import trainer.it.simulation.checks.JobChecks;
import trainer.it.simulation.checks.Oracle;
import trainer.it.simulation.checks.PoolChecks;
import trainer.it.simulation.checks.RateChecks;
import trainer.it.simulation.checks.ScaleRequests;
import trainer.it.simulation.checks.ScoreChecks;
import trainer.it.simulation.checks.TaskChecks;
import trainer.it.simulation.scenario.Chaos;
import trainer.it.simulation.scenario.Scenario;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.job.api.JobView;
import trainer.testkit.Network;
import trainer.testkit.SeededSchedule;

/** The surroundings that all processes of one history share: time, network, cluster, masters. */
public final class World {
  private static final int NOTES = 200;

  private final Scenario scenario;
  private final SeededSchedule schedule;
  private final Network network;
  private final Chaos chaos;
  private final JobChecks checks;
  private final ScaleRequests scaleRequests = new ScaleRequests();
  private final Calm calm = new Calm();
  private final RateChecks rates;
  private final DeathChecks deaths = new DeathChecks();
  private final SimCluster cluster;
  private final SimMasters masters;
  private final PoolChecks pool;
  private final Map<JobId, SimCheckpoints> checkpoints = new HashMap<>();
  private final Map<JobId, SimOrigin> origins;
  private final Map<JobId, SimJob> owners = new HashMap<>();
  private final Set<JobId> hung = new HashSet<>();
  private final List<String> notes = new ArrayList<>();
  private long lastPid = 100;

  /**
   * @param references the oracles of the undisturbed runs, of those jobs that have one
   * @param origins what jobs go on from, of those that do
   */
  public World(Scenario scenario, Map<JobId, Oracle> references, Map<JobId, SimOrigin> origins) {
    this.scenario = scenario;
    this.origins = Map.copyOf(origins);
    scenario.owners().forEach(job -> owners.put(job.id(), job));
    this.schedule = new SeededSchedule(scenario.seed());
    this.network = new Network(schedule, scenario.delayMillis());
    this.chaos = new Chaos(scenario, schedule, this::areSeveralRunning, () -> disturb(0));
    this.checks = new JobChecks(scenario, references);
    this.cluster = new SimCluster(this);
    this.rates = new RateChecks(scenario.pool(), calm);
    this.masters = new SimMasters(this);
    this.pool = new PoolChecks(scenario, masters.journal(), calm);
  }

  public Scenario scenario() {
    return scenario;
  }

  public SeededSchedule schedule() {
    return schedule;
  }

  public Network network() {
    return network;
  }

  public Chaos chaos() {
    return chaos;
  }

  public JobChecks checks() {
    return checks;
  }

  public ScaleRequests scaleRequests() {
    return scaleRequests;
  }

  public SimCluster cluster() {
    return cluster;
  }

  public SimMasters masters() {
    return masters;
  }

  public Oracle oracle(SimJob job) {
    return checks.oracle(job);
  }

  TaskChecks tasks(SimJob job) {
    return checks.tasks(job);
  }

  ScoreChecks scores(SimJob job) {
    return checks.scores(job);
  }

  /** The checkpoints of a job, of all its masters. */
  SimCheckpoints checkpoints(JobId job) {
    return checkpoints.computeIfAbsent(job, of -> new SimCheckpoints(this));
  }

  /** The facts that a job begins with, whose checkpoints can then be loaded here. */
  List<Fact> begin(SimJob job) {
    if (job.isServed()) {
      return SimOrigin.ofModel();
    }
    SimOrigin origin = origins.get(job.id());
    if (origin == null) {
      return List.of();
    }
    checkpoints(job.id()).take(origin);
    oracle(job).computed(origin.records());
    chaos.hit("GOES_ON", origin.kept().isEmpty() ? "from the beginning" : "from a checkpoint");
    return origin.facts();
  }

  /** The checks of the services of a pool. */
  public PoolChecks pool() {
    return pool;
  }

  /** The deaths of a pool's workers. */
  public DeathChecks deaths() {
    return deaths;
  }

  /** The checks of the rates of a pool's jobs. */
  public RateChecks rates() {
    return rates;
  }

  /** For how long nothing has happened. */
  Calm calm() {
    return calm;
  }

  /** Something happens that lasts for so long. */
  public void disturb(long millis) {
    calm.disturb(schedule.nanos() + millis * 1_000_000);
  }

  SimJob job(JobId id) {
    return owners.get(id);
  }

  /** The state of a job in the session of the present master. */
  public JobState stateOf(SimJob job) {
    return masters.view(job.id()).map(JobView::state).orElse(JobState.NEW);
  }

  private boolean areSeveralRunning() {
    return scenario.jobs().stream().filter(job -> stateOf(job) == JobState.RUNNING).count() > 1;
  }

  /** Whether all jobs of the scenario are over. */
  public boolean isOver() {
    return masters.isOver();
  }

  /** The views of all jobs in the session of the present master. */
  public List<JobView> views() {
    return scenario.jobs().stream().flatMap(job -> masters.view(job.id()).stream()).toList();
  }

  /** Whether a worker that computes the special block now never comes back. */
  boolean hangs(SimJob job) {
    boolean first = hung.add(job.id());
    boolean hangs = first || job.special() == SimJob.Special.HANGS_ALWAYS;
    if (hangs) {
      chaos.hit("HANG", stateOf(job).name());
    }
    return hangs;
  }

  /** Counts a worker that the special block kills. */
  void killed(SimJob job) {
    Line line =
        new Line(
            masters
                .journal()
                .last(job.id(), TrainingFact.LineOpened.class)
                .map(one -> one.line().number())
                .orElse(0L));
    if (cluster.hasTold(job, SimWorker.EXIT_BAD_MEMORY)) {
      oracle(job).killed(masters.present().term(), line);
    }
  }

  long nextPid() {
    return ++lastPid;
  }

  /** Keeps the last notes, for the message of a failure. */
  void note(String text) {
    notes.add(schedule.nanos() / 1_000_000 + " ms " + text);
    if (notes.size() > NOTES) {
      notes.remove(0);
    }
  }

  /** The last notes, oldest first. */
  public List<String> notes() {
    return notes;
  }
}
