package trainer.journal.report;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.avro.job.JobFile;
import trainer.core.config.Settings;
import trainer.core.fact.EndingFact;
import trainer.core.fact.Fact;
import trainer.core.fact.JobFact;
import trainer.core.failure.Failure;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.journal.FlushingFiles;
import trainer.journal.StateStore;
import trainer.journal.StateStores;
import trainer.master.job.api.JobView;
import trainer.master.report.JobViews;
import trainer.master.report.ReportJson;
import trainer.master.report.SessionReport;
import trainer.master.session.SessionJobs;

/**
 * The report of a job, or of a session, whose master wrote none, replayed from the journal. The
 * caller supplies the end where the journal has none. Facts that are not journaled, such as
 * held-out metrics, are missing.
 */
public final class JournaledReport {
  private static final Logger LOG = LoggerFactory.getLogger(JournaledReport.class);

  /**
   * The end of a job without a master, used unless its journal holds another end.
   *
   * @param state FAILED, KILLED or EXITED
   * @param failure the cause; null without one
   * @param at in epoch milliseconds
   */
  public record End(JobState state, Failure failure, long at) {}

  private JournaledReport() {}

  /**
   * Writes {@code report.json} and returns its text. If the folder refuses the file, the text is
   * still returned.
   *
   * @throws IOException when the job's file or its journal cannot be read
   */
  public static String complete(JobFolder folder, JobId job, End end, Configuration hadoop)
      throws IOException {
    Path root = new Path(folder.root());
    FileSystem files = FlushingFiles.of(root.toUri(), hadoop);
    String json = completed(files, folder, job, end, hadoop);
    try {
      ReportFile.write(files, new Path(folder.report(job)), json);
    } catch (IOException e) {
      LOG.info("The report of {} is not kept: {}", job, e.toString());
    }
    return json;
  }

  /**
   * Returns the report so far of a job whose master may live but does not answer. Writes nothing.
   *
   * @throws IOException when the job's file or its journal cannot be read
   */
  public static String soFar(JobFolder folder, JobId job, Configuration hadoop) throws IOException {
    FileSystem files = FlushingFiles.of(new Path(folder.root()).toUri(), hadoop);
    return job.isSession()
        ? session(files, hadoop, folder, job).toJson()
        : ReportJson.of(view(files, hadoop, folder, job, null), System.currentTimeMillis());
  }

  private static String completed(
      FileSystem files, JobFolder folder, JobId job, End end, Configuration hadoop)
      throws IOException {
    if (job.isSession()) {
      return session(files, hadoop, folder, job)
          .ended(end.state().name(), end.failure() == null ? "" : end.failure().message())
          .toJson();
    }
    LogStates logs = new LogStates(files);
    return ReportJson.of(view(files, hadoop, folder, job, end), end.at(), logs::of);
  }

  /** The report of a session, with what the journals of its running jobs have. */
  private static SessionReport session(
      FileSystem files, Configuration hadoop, JobFolder folder, JobId session) throws IOException {
    JobSpec spec = spec(files, folder.jobFile(session));
    try (StateStore store = open(spec, hadoop)) {
      List<Fact> fleet = facts(store.log(null));
      SessionJobs jobs = new SessionJobs(spec, fleet);
      List<JobView> running = new ArrayList<>();
      for (JobId job : jobs.runningIds()) {
        try {
          JobSpec one = spec(files, folder.jobFile(job));
          running.add(JobViews.replay(one, facts(store.log(job)), fleet));
        } catch (IOException | RuntimeException e) {
          LOG.info("The journal of {} cannot be read: {}", job, e.toString());
        }
      }
      return SessionReport.of(jobs.view(), running);
    }
  }

  private static StateStore open(JobSpec spec, Configuration hadoop) throws IOException {
    return StateStores.open(
        Settings.of(spec.settings()), spec.folder(), spec.id().application(), hadoop);
  }

  /**
   * @param end the end to assume if the journal has none; null if the job may still run
   */
  private static JobView view(
      FileSystem files, Configuration hadoop, JobFolder folder, JobId job, End end)
      throws IOException {
    JobSpec spec = spec(files, folder.jobFile(job));
    try (StateStore store = open(spec, hadoop)) {
      List<Fact> facts = facts(store.log(job));
      List<Fact> fleet = facts(store.log(null));
      if (end != null && !JobViews.replay(spec, facts, fleet).state().isEnd()) {
        facts.add(ended(facts, end));
      }
      return JobViews.replay(spec, facts, fleet);
    }
  }

  /** The end that the master decided, if it died during the wind-down; otherwise the given end. */
  private static Fact ended(List<Fact> facts, End end) {
    for (Fact fact : facts) {
      if (fact instanceof EndingFact.EndDecided decided) {
        return new JobFact.StateEntered(decided.state(), end.at(), decided.failure());
      }
    }
    return new JobFact.StateEntered(end.state(), end.at(), end.failure());
  }

  private static List<Fact> facts(StateStore.Log log) throws IOException {
    List<Fact> facts = new ArrayList<>();
    log.read().forEach(entry -> facts.add(entry.fact()));
    return facts;
  }

  private static JobSpec spec(FileSystem files, String path) throws IOException {
    try (InputStream in = files.open(new Path(path))) {
      return JobFile.read(in, path);
    }
  }
}
