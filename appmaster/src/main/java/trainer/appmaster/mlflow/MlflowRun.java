package trainer.appmaster.mlflow;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.curves.CurvePoint;
import trainer.appmaster.curves.CurveSink;
import trainer.appmaster.mlflow.TrackingServer.Metric;
import trainer.appmaster.mlflow.TrackingServer.Text;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.master.job.api.JobView;

/**
 * The run of a job at a tracking server. A later master finds it by its tag, and repeats no step.
 *
 * <p>While the server does not answer, the newest 1,000 points wait; attempts are 10 s apart, then
 * twice as long up to 5 min, with one warning in all. A server that refuses a request ends the
 * reports.
 */
public final class MlflowRun implements CurveSink {
  private static final Logger LOG = LoggerFactory.getLogger(MlflowRun.class);
  private static final int MOST_PENDING = 1000;
  private static final long FIRST_PAUSE_MILLIS = 10_000;
  private static final long LONGEST_PAUSE_MILLIS = 300_000;
  private static final String JOB = "trainer.job";
  private static final String PAGE = "trainer.page";

  /**
   * The addresses of a job's page.
   *
   * @param running of the master
   * @param ended of the history; empty without one
   */
  public record Pages(String running, String ended) {}

  private final TrackingServer server;
  private final JobSpec job;
  private final Pages pages;
  private final Deque<CurvePoint> pending = new ArrayDeque<>();

  /** Null before it is found or created. */
  private TrackingServer.Run run;

  private boolean hasEnded;
  private boolean hasWarned;
  private long pause = FIRST_PAUSE_MILLIS;
  private long retryAt;

  MlflowRun(TrackingServer server, JobSpec job, Pages pages) {
    this.server = server;
    this.job = job;
    this.pages = pages;
  }

  /**
   * The run of a job.
   *
   * @param hadoop has the token in a credential provider, if there is one
   * @return empty if the job's settings name no server
   */
  public static Optional<CurveSink> open(JobSpec job, Configuration hadoop, Pages pages)
      throws IOException {
    Optional<String> server = Settings.of(job.settings()).find(Keys.MLFLOW_URI);
    if (server.isEmpty()) {
      return Optional.empty();
    }
    char[] token = hadoop.getPassword("mlflow.tracking.token");
    return Optional.of(
        new MlflowRun(
            new TrackingServer(server.get(), token == null ? "" : new String(token)), job, pages));
  }

  @Override
  public void append(JobView view, List<CurvePoint> points, long now) throws IOException {
    points.stream().filter(point -> !point.isRestart()).forEach(pending::addLast);
    while (pending.size() > MOST_PENDING) {
      pending.removeFirst();
    }
    if (now < retryAt && !view.state().isEnd()) {
      return;
    }
    try {
      send(view);
      pause = FIRST_PAUSE_MILLIS;
    } catch (RefusedException e) {
      throw e;
    } catch (InterruptedIOException e) {
      LOG.debug("this master ends", e); // its end warns of points that are missing
    } catch (IOException e) {
      postpone(e, now);
    }
  }

  private void postpone(IOException cause, long now) {
    if (hasWarned) {
      LOG.debug("{} is still not reported to MLflow", job.id(), cause);
    } else {
      LOG.warn("{} is not reported to MLflow for now: {}", job.id(), cause.toString());
      hasWarned = true;
    }
    retryAt = now + pause;
    pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
  }

  private void send(JobView view) throws IOException {
    if (run == null) {
      run = begin(view);
    }
    while (!pending.isEmpty()) {
      sendFirst();
    }
    if (view.state().isEnd() && !hasEnded) {
      end(view);
      hasEnded = true;
    }
  }

  private TrackingServer.Run begin(JobView view) throws IOException {
    Text tag = new Text(JOB, job.id().toString());
    String experiment = server.experiment(Settings.of(job.settings()).get(Keys.MLFLOW_EXPERIMENT));
    Optional<TrackingServer.Run> found = server.find(experiment, tag);
    TrackingServer.Run begun =
        found.isPresent()
            ? found.get()
            : server.create(
                experiment,
                view.name(),
                view.lifecycle().states().get(0).at(),
                List.of(
                    tag,
                    new Text("trainer.application", job.id().application()),
                    new Text("mlflow.user", job.user()),
                    new Text("mlflow.source.name", "trainer"),
                    new Text("mlflow.source.type", "JOB")));
    logParameters(begun);
    server.tag(begun.id(), List.of(new Text(PAGE, pages.running())));
    return begun;
  }

  private void logParameters(TrackingServer.Run begun) throws IOException {
    List<Text> parameters = new ArrayList<>(RunParameters.of(job));
    parameters.removeIf(one -> begun.parameters().contains(one.key()));
    for (int from = 0; from < parameters.size(); from += TrackingServer.MOST_PARAMETERS) {
      int to = Math.min(parameters.size(), from + TrackingServer.MOST_PARAMETERS);
      server.logParameters(begun.id(), parameters.subList(from, to));
    }
  }

  /** Sends as many of the first points as one request takes. */
  private void sendFirst() throws IOException {
    List<Metric> metrics = new ArrayList<>();
    int points = 0;
    for (CurvePoint point : pending) {
      List<Metric> more = metrics(point);
      if (points > 0 && metrics.size() + more.size() > TrackingServer.MOST_METRICS) {
        break;
      }
      metrics.addAll(more);
      points++;
    }
    if (!metrics.isEmpty()) {
      server.logMetrics(run.id(), metrics);
    }
    for (int i = 0; i < points; i++) {
      pending.removeFirst();
    }
  }

  /** The numbers of a point that earlier masters have not logged. */
  private List<Metric> metrics(CurvePoint point) {
    List<Metric> metrics = new ArrayList<>();
    for (Map.Entry<String, Double> one : point.values().entrySet()) {
      boolean isNew = point.step() > run.steps().getOrDefault(one.getKey(), -1L);
      if (isNew && Double.isFinite(one.getValue())) {
        metrics.add(new Metric(one.getKey(), one.getValue(), point.at(), point.step()));
      }
    }
    return metrics;
  }

  private void end(JobView view) throws IOException {
    List<Text> tags = new ArrayList<>();
    if (view.results().modelId() != null) {
      tags.add(new Text("trainer.model.id", view.results().modelId()));
      tags.add(new Text("trainer.model.location", view.results().modelLocation()));
    }
    if (!pages.ended().isEmpty()) {
      tags.add(new Text(PAGE, pages.ended()));
    }
    if (!tags.isEmpty()) {
      server.tag(run.id(), tags);
    }
    List<JobView.Entered> states = view.lifecycle().states();
    server.end(run.id(), status(view.state()), states.get(states.size() - 1).at());
  }

  private static String status(JobState end) {
    return switch (end) {
      case EXITED -> "FINISHED";
      case KILLED -> "KILLED";
      default -> "FAILED";
    };
  }

  @Override
  public void close() {}
}
