package trainer.appmaster.web;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import trainer.appmaster.loop.LatestViews;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.StoredRows;
import trainer.core.message.TimeSpent;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;
import trainer.master.pool.PoolView;
import trainer.master.report.ReportJson;
import trainer.master.report.SampleViews;
import trainer.master.report.ViewBuilder;
import trainer.master.session.api.SessionView;

/**
 * The jobs of a master that serves its page.
 *
 * @param folder has the configurations of the jobs, and the reports of a session's ended jobs
 */
record ServedJobs(LatestViews views, JobFolder folder) {
  private static final String SESSION = "application_1_0001";
  private static final Failure LOST =
      new Failure(FailureKind.MASTER_LOST, "gone", "h1", "submit it again");

  /**
   * Masters of one job, and one of a session, that have a value in every field of an answer.
   *
   * @param root a new folder
   */
  static List<ServedJobs> all(Path root) throws IOException {
    String logs = root.resolve("logs/worker-0/c_worker").toUri().toString();
    JobFolder folder = new JobFolder("file://" + root);
    write(folder.logs(Role.WORKER, 0, "c_worker") + "/log", "calm\nWARN: slow\n");
    write(folder.logs(Role.WORKER, 0, "c_worker") + "/stdout", "out\n");
    write(folder.logs(Role.STANDBY, 0, "c_standby") + "/log", "Ready to lead\n");
    for (int number = 0; number <= 2; number++) {
      JobId job = new JobId(SESSION, number);
      write(folder.configuration(job), configuration("epochs of " + number));
      write(folder.report(job), ReportJson.ofLost(job, LOST));
    }
    return Stream.of(
            of(busy(logs)),
            of(training()),
            of(scoring()),
            of(SampleViews.begun()),
            of(SampleViews.runningBsp()),
            of(SampleViews.runningAsync()),
            of(SampleViews.failed()),
            of(SampleViews.exited()),
            of(written(false)),
            of(written(true)),
            session(1, 2, logs),
            session(2, 1, logs))
        .map(views -> new ServedJobs(views, folder))
        .toList();
  }

  /** A master of a session with a pool. */
  static ServedJobs pool(Path root) throws IOException {
    List<ServedJobs> all = all(root);
    return all.get(all.size() - 1);
  }

  private static void write(String file, String text) throws IOException {
    Path path = Path.of(URI.create(file));
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private static String configuration(String value) {
    return String.format(
        "{\"keys\":[{\"key\":\"trainer.epochs\",\"value\":\"%s\",\"source\":\"--epochs\",\"set\":true}]}",
        value);
  }

  private static LatestViews of(JobView job) {
    LatestViews views = new LatestViews();
    views.show(job);
    return views;
  }

  /** A worker and a pserver that have finished mini-batches. */
  private static JobView busy(String logs) {
    return new ViewBuilder()
        .state(JobState.RUNNING, null)
        .sync("bsp", null)
        .progress(4, 100, 1, 2)
        .member(busy(Role.WORKER, StoredRows.NOTHING))
        .member(busy(Role.PSERVER, new StoredRows(2, 30, 400)))
        .container(worker("c_worker", logs))
        .build();
  }

  private static ProcessesView.Container worker(String container, String logs) {
    return new ProcessesView.Container(
        Role.WORKER,
        0,
        container,
        7,
        "h",
        ProcessesView.Life.UNKNOWN,
        null,
        new ProcessesView.Logs(logs, "partial"));
  }

  private static ProcessesView.Member busy(Role role, StoredRows stored) {
    TimeSpent spent =
        new TimeSpent(
            4, Map.of(TimeSpent.Phase.COMPUTE, 2_000_000L, TimeSpent.Phase.APPLY, 1_000_000L));
    return new ProcessesView.Member(
        new ProcessesView.Instance(
            role, 0, new Incarnation(role == Role.WORKER ? 1 : 2), "h", "", "c_" + role.word()),
        "live",
        1,
        40,
        4,
        new ProcessesView.Load(spent, stored),
        ProcessesView.Delays.NONE,
        "");
  }

  /** A master's core with two workers, one of which has died. */
  private static JobView training() {
    DrivenJob job = new DrivenJob(16, 4, Map.of("trainer.workers", "2")).run().commit(1);
    job.dies(job.containersOf(Role.WORKER).get(0), 137);
    return job.startReplacements().view();
  }

  private static JobView scoring() {
    return new DrivenJob(8, 0, Map.of("trainer.score.model-uri", "hdfs://x/model"))
        .cut()
        .startReplacements()
        .view();
  }

  private static JobView written(boolean isImported) {
    return new ViewBuilder()
        .state(JobState.EXITED, null)
        .output(new JobView.RowOutput(12, isImported))
        .model("0a1b", "hdfs://nn/rows")
        .build();
  }

  private static LatestViews session(int runs, int hasEnded, String logs) {
    JobView running =
        new ViewBuilder()
            .number(runs)
            .state(JobState.RUNNING, null)
            .output(new JobView.RowOutput(40, false))
            .container(worker("c_worker+1-2", logs))
            .build();
    JobId lost = new JobId(SESSION, hasEnded);
    PoolView pool =
        new PoolView(
            3,
            2,
            5,
            Map.of(running.id(), new PoolView.Job(2.5, 4, 50, 1)),
            List.of(new PoolView.Worker("c_1", "h1", List.of(running.id()), List.of(lost))));
    LatestViews views = new LatestViews();
    views.show(running);
    views.show(
        new SessionView(
            JobId.ofSession(SESSION),
            "night",
            null,
            "",
            List.of(
                new SessionView.Job(lost, "score", "a", "/m", JobState.FAILED, "lost", 5, 9),
                new SessionView.Job(running.id(), "score", "b", "/m", null, "", 6, 0)),
            pool));
    return views;
  }
}
