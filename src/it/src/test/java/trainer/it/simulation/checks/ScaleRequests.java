package trainer.it.simulation.checks;

import java.util.HashMap;
import java.util.Map;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.it.simulation.scenario.SimJob;

/** The requests for other numbers of members in one history, by job and number. */
public final class ScaleRequests {
  private record Key(JobId job, long number) {}

  /** A request for {@code count} members of a role. */
  public record Request(Role role, int count) {}

  private final Map<Key, Request> requests = new HashMap<>();

  /** Adds the request of a number, which is unique within its job. */
  public void add(SimJob job, long number, Request request) {
    requests.put(new Key(job.id(), number), request);
  }

  Request get(SimJob job, long number) {
    return requests.get(new Key(job.id(), number));
  }
}
