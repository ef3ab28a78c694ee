package trainer.master.pool;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.id.Incarnation;
import trainer.core.job.JobId;
import trainer.master.sharing.Assignment;
import trainer.master.sharing.PoolWorker;
import trainer.master.sharing.SharingJob;
import trainer.master.sharing.WorkerSharing;

/** Which jobs each worker of the pool serves, by {@link WorkerSharing}. */
final class PoolSharing {
  private static final Logger LOG = LoggerFactory.getLogger(PoolSharing.class);

  private final int roomMb;
  private final PoolOutbox out;
  private Assignment assignment = Assignment.NONE;
  private boolean hasDecided;
  private long moves;

  /**
   * @param roomMb the room for models in a worker
   * @param out knows the tasks of jobs
   */
  PoolSharing(int roomMb, PoolOutbox out) {
    this.roomMb = roomMb;
    this.out = out;
  }

  /**
   * Decides anew.
   *
   * @param available the workers that may serve jobs, by index
   * @param isWhole whether these are all that the pool is to have
   * @param now in nanoseconds
   * @return whether a worker is to serve other jobs than before
   */
  boolean decide(
      List<PoolMember> available, boolean isWhole, Map<JobId, PooledJob> jobs, long now) {
    List<PoolWorker> workers =
        available.stream().map(one -> new PoolWorker(one.incarnation(), roomMb)).toList();
    List<SharingJob> sharing = new ArrayList<>();
    boolean isAlone = jobs.keySet().stream().filter(id -> out.tasks(id) > 0).count() < 2;
    jobs.forEach(
        (id, job) -> {
          int serving = (int) available.stream().filter(one -> one.of(id).isPresent()).count();
          int most = isAlone ? Integer.MAX_VALUE : job.mostBesideOthers(serving, isWhole, now);
          SharingJob one = job.sharing(Math.min(most, out.tasks(id)));
          if (one.tasks() > 0) {
            sharing.add(one);
          }
        });
    Assignment present = hasDecided ? assignment : inherited(available, jobs, now);
    hasDecided = hasDecided || !available.isEmpty();
    assignment = WorkerSharing.next(workers, sharing, present, now);
    WorkerSharing.shares(workers.size(), sharing).forEach((id, share) -> jobs.get(id).needs(share));
    boolean isMove = !assignment.jobsOf().equals(present.jobsOf());
    if (isMove) {
      moves++;
      LOG.info("{} from now on, for {}", assignment.jobsOf(), sharing);
    }
    return isMove;
  }

  /** The assignment as workers have it from an earlier master. */
  private static Assignment inherited(
      List<PoolMember> available, Map<JobId, PooledJob> jobs, long now) {
    Map<Incarnation, List<JobId>> jobsOf = new LinkedHashMap<>();
    for (PoolMember worker : available) {
      jobsOf.put(
          worker.incarnation(),
          jobs.keySet().stream().filter(job -> worker.of(job).isPresent()).toList());
    }
    Set<JobId> served =
        jobsOf.values().stream().flatMap(List::stream).collect(Collectors.toUnmodifiableSet());
    return new Assignment(jobsOf, served, Set.of(), Set.of(), now, 0);
  }

  /** The jobs that a worker is to serve. */
  List<JobId> of(PoolMember worker) {
    return assignment.of(worker.incarnation());
  }

  /** How often workers were to serve other jobs than before. */
  long moves() {
    return moves;
  }
}
