package trainer.appmaster.loop;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import trainer.core.job.JobId;
import trainer.master.job.api.JobView;
import trainer.master.session.api.SessionView;

/**
 * The newest view of every job, for readers on any thread. The core thread is the only writer.
 * Readers get an immutable snapshot.
 */
public final class LatestViews {
  private static final Comparator<JobId> BY_NUMBER = Comparator.comparingInt(JobId::number);

  private volatile SortedMap<JobId, JobView> views = new TreeMap<>(BY_NUMBER);
  private volatile SessionView session;
  private volatile Consumer<JobView> dropped = view -> {};

  /** Shows this view to all readers from now on. */
  public void show(JobView view) {
    SortedMap<JobId, JobView> next = new TreeMap<>(views);
    next.put(view.id(), view);
    views = next;
  }

  /** Shows the session to all readers from now on. */
  public void show(SessionView view) {
    session = view;
  }

  /** The newest view of the session; empty in a master that carries one job. */
  public Optional<SessionView> session() {
    return Optional.ofNullable(session);
  }

  /** Drops the view of a job that is over. */
  public void drop(JobId job) {
    SortedMap<JobId, JobView> next = new TreeMap<>(views);
    JobView last = next.remove(job);
    views = next;
    if (last != null) {
      dropped.accept(last);
    }
  }

  /**
   * Passes the last view of each job that is dropped from now on, to this reader too.
   *
   * @param reader called by the core thread; it must neither block nor throw
   */
  public synchronized void onDrop(Consumer<JobView> reader) {
    dropped = dropped.andThen(reader);
  }

  /** The newest view of a job. */
  public Optional<JobView> of(JobId job) {
    return Optional.ofNullable(views.get(job));
  }

  /**
   * The newest view of the job that a user names. The application's id and the empty text name its
   * only job; they name none of a session's.
   */
  public Optional<JobView> find(String name) {
    Collection<JobView> all = views.values();
    boolean isOnly = session == null && all.size() == 1;
    return all.stream()
        .filter(
            view ->
                name.equals(view.id().toString())
                    || (isOnly && (name.isEmpty() || name.equals(view.id().application()))))
        .findAny();
  }

  /** The newest view of every job, by the job's number. */
  public List<JobView> all() {
    return List.copyOf(views.values());
  }

  /** The finished part of all jobs, 0 to 1; every job counts alike. */
  public float progress() {
    return (float) all().stream().mapToDouble(JobView::finishedPart).average().orElse(0);
  }
}
