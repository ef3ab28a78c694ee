package trainer.it.simulation.invariant;

/**
 * The properties that hold in every history of a simulated cluster, whatever faults it contains.
 *
 * <p>Each constant states its property in one sentence. A {@link Violation} prints the name of the
 * constant, and docs/architecture/invariants.md lists all of them. Constants are written as they
 * are printed, so that a search for the name in a failure finds the checks.
 *
 * <p>The <em>undisturbed run</em> of a job is the same job without faults and without other jobs,
 * on one worker and one pserver. Only a scoring job, which has no pserver, and a job under {@code
 * bsp} have one to compare with: under the other modes, a model depends on the order of arrival. A
 * <em>slot</em> is one task in one pass over the input.
 */
public enum Invariant {
  CommittedOnce(
      Subject.VERSIONS,
      "A partition that commits a version holds exactly the content that it has at that version in"
          + " the undisturbed run."),
  CopiesIdentical(
      Subject.VERSIONS,
      "Copies of a partition have equal content at each version, except under `async` and `ssp`,"
          + " and a completed new copy equals its source."),
  CommittedNeverLost(
      Subject.VERSIONS,
      "No line begins before a version that a master has declared committed, unless the job goes"
          + " back to a checkpoint."),
  InSyncCanFollow(
      Subject.VERSIONS,
      "Every pserver of the recorded map is complete at a version before the master declares it"
          + " committed, and until it receives the commit."),
  TwoVersionsOpen(
      Subject.VERSIONS,
      "A pserver receives the order to write parts of a version only when it has committed that"
          + " version, and none after it."),
  PullIsOneVersion(
      Subject.VERSIONS,
      "Under `bsp`, all rows that a worker pulls for a share have the content of the one"
          + " version that the worker has asked for."),
  GradientsAreOfTheVersionBefore(
      Subject.VERSIONS,
      "A worker pushes a share of version v only when the share was computed on rows of"
          + " the version before v."),
  ShareKeyBindsContent(
      Subject.VERSIONS,
      "Line, version and share number name the same blocks and number of shares in every order, and"
          + " only passes over the input have shares."),
  CopiesKept(
      Subject.VERSIONS,
      "Without going back, a new map drops only one lost pserver, or keeps each partition's number"
          + " of copies and one of its holders."),
  BeginsAtItsOrigin(
      Subject.VERSIONS,
      "The first line of a job that goes on from another begins at the newest checkpoint that it"
          + " has taken over."),
  StopsWhereSaid(
      Subject.VERSIONS,
      "No version is ordered after the last one that the journal names, and a job that succeeds"
          + " ends at that version."),

  NothingBeforeRecord(
      Subject.MASTERS,
      "No order, answer, publication or end leaves a master before the fact that it rests on is"
          + " safe in the journal."),
  OneMasterActs(
      Subject.MASTERS, "All masters that report the end of a job report the same final state."),
  OwnTermOnly(
      Subject.MASTERS,
      "Every message of a master to a process of a job carries the master's own term."),
  NoMemberForTwoMasters(
      Subject.MASTERS,
      "A process obeys only messages of the term in which it was made welcome last."),
  NothingTwice(
      Subject.MASTERS,
      "No master scores the held-out records with a version whose scores were recorded in an earlier"
          + " term, unless the job has gone back since."),
  QueueViewIsJournal(
      Subject.MASTERS,
      "The view of a job at its end equals the view that a replay of its journal gives."),
  OneProcessAnIncarnation(
      Subject.MASTERS,
      "The pservers in the view of a job at its end have incarnations that differ from each other."),
  JobCanFinish(
      Subject.MASTERS,
      "A job always has a possible next step until it ends, within three hours, in the state that its"
          + " scenario calls for."),

  NoWorkerBeforeLastPserver(
      Subject.CONTAINERS,
      "A master requests workers of a job only after as many pservers have registered as the job"
          + " wants."),
  NoDuplicateAsk(
      Subject.CONTAINERS,
      "Running and requested containers of a role are together at most as many as are wanted, or"
          + " were wanted before the latest change."),
  OneStandby(
      Subject.CONTAINERS,
      "Running and requested containers of standbys and an attempt that follows are together at most"
          + " one, besides the container in which the leader runs."),
  LeaderStays(Subject.CONTAINERS, "No container is released while the leader runs in it."),
  HungStandbyGivenUp(
      Subject.CONTAINERS,
      "A leader that is not disturbed records the release of a standby within 15 s after its"
          + " connection broke, unless it follows again."),
  EveryGrantUsedOrReturned(
      Subject.CONTAINERS,
      "Each granted container is launched at most once, and when all jobs are over it was launched"
          + " or released and no request is open."),
  ContainersKept(
      Subject.CONTAINERS,
      "Where only masters are lost, no container with a live process is released before the end of"
          + " its job is decided, but for those on the host of a leader that fell silent."),
  AvoidedAreNoted(
      Subject.CONTAINERS,
      "Every host that the cluster is told to avoid has such a record in the journal, and fewer than"
          + " a third of all are avoided."),
  AvoidedGetsNothing(
      Subject.CONTAINERS,
      "A master launches no process on a host that the cluster has been told to avoid."),
  KillersAreFound(
      Subject.CONTAINERS,
      "Under `bsp` and in one term, a block kills at most four workers,"
          + " `trainer.task.max-failures` more, and one for each line after the second."),
  NothingOutlivesItsJob(
      Subject.CONTAINERS,
      "When a master first reports the end of a job, every process of that job has ended."),

  TaskDoneOnce(
      Subject.TASKS,
      "Under `async` and `ssp`, a slot of a task is assigned only while neither done nor"
          + " held, and is done once, after its assignment."),
  UpdateNumberBindsContent(
      Subject.TASKS,
      "The number of a worker's update names the same blocks every time the worker pushes it."),
  NoAcknowledgedTaskLost(
      Subject.TASKS,
      "When a job under `async` or `ssp` ends unstopped, every lane has applied every block at least"
          + " once for each pass."),
  NoMoreTwiceThanHeld(
      Subject.TASKS,
      "When a job under `async` or `ssp` ends unstopped, a lane has at most repeated blocks of slots"
          + " returned, or held at a restored cut."),
  StalenessBound(
      Subject.TASKS,
      "Under `ssp`, a worker that begins a step is at most `trainer.ssp.staleness` steps"
          + " ahead of any worker with tasks, and the view agrees."),
  SlotInOneVersion(
      Subject.TASKS,
      "Under `versioned`, a slot that is in a committed version is neither assigned nor"
          + " admitted to a version again."),
  PlaceIsKept(
      Subject.TASKS,
      "Under `versioned`, a slot stays in the version that it is admitted to until that"
          + " version is committed or a line begins."),
  VersionHasItsGradients(
      Subject.TASKS,
      "Under `versioned`, each committed version has its configured number of gradients, or all that"
          + " its epoch has left, and an open one no more."),

  ManifestIsOneVersion(
      Subject.MODELS,
      "A checkpoint or a model has a part of every partition, each of the one version that the"
          + " manifest names."),
  CutIsOneMoment(
      Subject.MODELS,
      "The part of a partition in a checkpoint has the content of the partition at the beginning of"
          + " the cut."),
  CutIsOfItsTasks(
      Subject.MODELS,
      "Under `async` and `ssp`, a checkpoint has every block of the slots done by its"
          + " record, and besides them at most those returned or held."),
  OneModelId(
      Subject.MODELS,
      "Each part of a published model has the content of its partition at the published version."),
  ExportedOnce(
      Subject.MODELS, "All masters that publish the model of a job publish the same model."),

  OutputIsWholeInput(
      Subject.SCORES,
      "The output of a scoring job has the rows of each task exactly once, and together they are"
          + " those of the input."),
  OnlyNamedFiles(
      Subject.SCORES,
      "The output of a scoring job has exactly the files that the journal names, each as its"
          + " worker has closed it."),
  FileHasItsTasks(
      Subject.SCORES,
      "A recorded file has only tasks that its worker or no worker holds, and no two recorded files"
          + " have the same task."),
  OneScoreId(
      Subject.SCORES,
      "The score id of an output is that of the undisturbed run, and the view of the job shows"
          + " it."),
  OutputOnlyOfSuccess(
      Subject.SCORES,
      "A scoring job that ends `EXITED` has an output, and any other has none unless its"
          + " publication had begun."),
  NoPserversToScore(
      Subject.SCORES,
      "No pserver is requested where all jobs score with a model in their workers, nor launched"
          + " for such a job, nor in its view."),

  EndedJobHoldsNobody(
      Subject.POOL,
      "A job that is over has no service on any worker after 30 s in which nothing disturbs the"
          + " pool."),
  NoWorkerForTwoMasters(
      Subject.POOL,
      "A master orders a service of an earlier term only to the worker that has begun it."),
  ServesOnlyWhatIsOrdered(
      Subject.POOL,
      "A master orders a worker to serve only jobs that the session has accepted and that are not"
          + " over, each service once."),
  ServicesKept(
      Subject.POOL,
      "Where only masters are lost, and at once, no service is refused or ended by force before the"
          + " end of its job is decided."),
  ModelsFit(
      Subject.POOL,
      "A worker begins a service only where its model fits beside those that the worker has."),
  FewServeSeveral(
      Subject.POOL,
      "After 30 s without a disturbance or a move, fewer workers serve several jobs than there are"
          + " served jobs, and no worker has two services of one job."),
  RestsAfterFailure(
      Subject.POOL,
      "In calm, a worker that could not load a job's model is not ordered to try it again for 9"
          + " s."),
  NoPingPong(
      Subject.POOL,
      "While jobs, workers and speeds are unchanged for 60 s, no worker is to serve other jobs."),
  WorkConserving(
      Subject.POOL,
      "A worker that the master knows serves nothing for at most 30 s of calm while a job wants"
          + " more workers than it has, and has more tasks than the pool has workers."),
  NoJobStarves(
      Subject.POOL,
      "A job with tasks has a worker after 30 s of calm, unless there are more such jobs than"
          + " workers."),
  Fair(
      Subject.POOL,
      "From 25 s after the last change and until a job runs short of tasks, the rates over 30 s and"
          + " more of two jobs that could use more workers differ by a tenth, or three after speeds"
          + " have changed, and by two blocks a thread at most."),
  RatesNotInvented(
      Subject.POOL, "A master shows of a job no more rows than workers have computed."),
  SharedDeathBlamesNobody(
      Subject.POOL,
      "A job with a block that kills workers fails only after as many deaths as that takes of"
          + " workers that served no other job."),

  EpochIsWholeInput(
      Subject.METRICS,
      "The undisturbed run orders each block once an epoch, and a job of tasks ends"
          + " unstopped with none left and every record counted once."),
  MetricsAreExact(
      Subject.METRICS,
      "Metrics equal those of the undisturbed run, and held-out metrics, once shown, change only"
          + " when the job goes back."),
  PointBeforeCommit(
      Subject.METRICS,
      "A version that is a point of the learning curve is scored before the version after it is"
          + " committed."),
  OneCurve(
      Subject.METRICS,
      "The learning curve is that of the undisturbed run, and has all points up to the final"
          + " version."),
  BestVersion(
      Subject.METRICS,
      "With early stopping the model is the version with the best metric of the learning curve."),
  MomentsAreExact(
      Subject.METRICS,
      "The standardisations that a worker is sent are those of each block of the input once."),
  StandardisedBeforeWork(
      Subject.METRICS,
      "A worker of a job whose input is a table with columns to standardise prepares blocks only"
          + " when it has been sent the standardisations."),
  AggregatesAreExact(
      Subject.METRICS,
      "A job that succeeds unstopped has all its aggregates and table summaries, equal to those of"
          + " the undisturbed run."),
  RecordsCoverCommitted(
      Subject.METRICS,
      "Under `bsp`, a job that succeeds shows at least as many computed records as its"
          + " committed versions have."),
  RecordsNotInvented(
      Subject.METRICS,
      "The number of computed records that a job shows at its end is at most the number that its"
          + " workers computed, repeats included.");

  /** The part of the system that an invariant is about: a heading of the page. */
  enum Subject {
    VERSIONS("Versions and copies"),
    MASTERS("Masters and the journal"),
    CONTAINERS("Containers and hosts"),
    TASKS("Tasks"),
    MODELS("Checkpoints and models"),
    SCORES("Outputs of scoring jobs"),
    POOL("Pools of workers"),
    METRICS("Metrics and counts");

    private final String title;

    Subject(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  private final Subject subject;
  private final String statement;

  Invariant(Subject subject, String statement) {
    this.subject = subject;
    this.statement = statement;
  }

  Subject subject() {
    return subject;
  }

  /** One sentence: what holds, for which processes, and when. */
  String statement() {
    return statement;
  }
}
