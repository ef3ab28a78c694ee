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
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.journal.FlushingFiles;
import trainer.journal.StateStore;
import trainer.journal.StateStores;
import trainer.master.job.api.JobView;
import trainer.master.job.history.JobViews;
import trainer.master.report.ReportJson;

/**
 * The report that the journal gives when no master wrote one: its facts through the core, and how
 * it ended where they do not say. What is not journaled, such as held-out metrics, is missing.
 */
public final class JournaledReport {
  private static final Logger LOG = LoggerFactory.getLogger(JournaledReport.class);

  /**
   * The end of a job that no master runs any more, unless its journal gives another one.
   *
   * @param state FAILED, KILLED or EXITED
   * @param failure the cause; null without one
   * @param at in epoch milliseconds
   */
  public record End(JobState state, Failure failure, long at) {}

  private JournaledReport() {}

  /**
   * Writes {@code report.json}, unless the folder refuses it, and returns its text.
   *
   * @throws IOException when the job's file or its journal cannot be read
   */
  public static String complete(JobFolder folder, JobId job, End end, Configuration hadoop)
      throws IOException {
    Path root = new Path(folder.root());
    FileSystem files = FlushingFiles.of(root.toUri(), hadoop);
    JobView view = view(files, hadoop, folder, job, end);
    LogStates logs = new LogStates(files);
    String json = ReportJson.of(view, end.at(), logs::of);
    try {
      ReportFile.write(files, new Path(folder.report(job)), json);
    } catch (IOException e) {
      LOG.info("The report of {} is not kept: {}", job, e.toString());
    }
    return json;
  }

  /**
   * The report so far of a job whose master may live but does not answer; nothing is written.
   *
   * @throws IOException when the job's file or its journal cannot be read
   */
  public static String soFar(JobFolder folder, JobId job, Configuration hadoop) throws IOException {
    FileSystem files = FlushingFiles.of(new Path(folder.root()).toUri(), hadoop);
    return ReportJson.of(view(files, hadoop, folder, job, null), System.currentTimeMillis());
  }

  /**
   * @param end how it ended if the journal does not say; null when it need not have ended
   */
  private static JobView view(
      FileSystem files, Configuration hadoop, JobFolder folder, JobId job, End end)
      throws IOException {
    JobSpec spec = spec(files, folder.jobFile(job));
    Settings settings = Settings.of(spec.settings());
    try (StateStore store = StateStores.open(settings, folder.root(), job.application(), hadoop)) {
      List<Fact> facts = facts(store.log(job));
      List<Fact> fleet = facts(store.log(null));
      if (end != null && !JobViews.replay(spec, facts, fleet).state().isEnd()) {
        facts.add(ended(facts, end));
      }
      return JobViews.replay(spec, facts, fleet);
    }
  }

  /** As it was decided, where a master decided it and did not live to the end of the wind-down. */
  private static Fact ended(List<Fact> facts, End end) {
    for (Fact fact : facts) {
      if (fact instanceof Fact.EndDecided decided) {
        return new Fact.StateEntered(decided.state(), end.at(), decided.failure());
      }
    }
    return new Fact.StateEntered(end.state(), end.at(), end.failure());
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
