package trainer.master.pool;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trainer.core.id.Incarnation;
import trainer.core.job.JobId;
import trainer.core.message.ToWorker;

/** A worker of the pool, from the grant of its container to its end. */
final class PoolMember {
  private final String container;
  private final int index;
  private final String host;
  private final boolean isEarlier;
  private final Map<String, Service> services = new LinkedHashMap<>();
  private Incarnation incarnation = Incarnation.NONE;
  private long connection;

  /** The time of its last message; before it has registered, of its container's appearance. */
  private long heardAt;

  private boolean isLeaving;
  private boolean hasReported;
  private boolean isSentAway;
  private boolean isStopped;

  /** The last order; null if it may be lost. */
  private List<ToWorker.Serving> ordered = List.of();

  private long orderedChange;

  /**
   * @param isEarlier whether an earlier master launched it
   * @param now in nanoseconds
   */
  PoolMember(String container, int index, String host, boolean isEarlier, long now) {
    this.container = container;
    this.index = index;
    this.host = host;
    this.isEarlier = isEarlier;
    this.heardAt = now;
  }

  /** Whether an earlier master launched it, and it has not reported its services yet. */
  boolean isAwaited() {
    return isEarlier && !hasReported && !isLeaving;
  }

  /** It has reported its services. */
  void report() {
    hasReported = true;
  }

  boolean hasReported() {
    return hasReported;
  }

  String container() {
    return container;
  }

  int index() {
    return index;
  }

  String host() {
    return host;
  }

  Incarnation incarnation() {
    return incarnation;
  }

  /** Its process has registered, over this connection. */
  void register(Incarnation as, long over, long now) {
    incarnation = as;
    connection = over;
    heardAt = now;
    ordered = null;
  }

  void disconnect(long ended) {
    if (ended == connection) {
      connection = 0;
    }
  }

  boolean isConnected() {
    return connection != 0;
  }

  /** Whether it may serve jobs: it has registered and reported its services. */
  boolean isAvailable() {
    return hasReported && !isLeaving;
  }

  /** Whether an earlier master launched it, and it has not registered with this one. */
  boolean isMissing() {
    return isEarlier && !hasRegistered();
  }

  boolean hasRegistered() {
    return !incarnation.equals(Incarnation.NONE);
  }

  /** The cluster is going to take its container, or it is being stopped. */
  void leave() {
    isLeaving = true;
  }

  boolean isLeaving() {
    return isLeaving;
  }

  /** Whether it is to leave and serves no job any more. */
  boolean isReadyToGo() {
    return isLeaving && !isSentAway && services.isEmpty();
  }

  /** It is sent the order to leave. */
  void sendAway() {
    isLeaving = true;
    isSentAway = true;
  }

  boolean isSentAway() {
    return isSentAway;
  }

  /** Its container is being stopped. */
  void stop() {
    isLeaving = true;
    isSentAway = true;
    isStopped = true;
  }

  boolean isStopped() {
    return isStopped;
  }

  /** Whether a model fits beside those that it has, and those that it is about to drop. */
  boolean hasRoom(int memoryMb, int roomMb) {
    int taken = services.values().stream().mapToInt(Service::memoryMb).sum();
    return services.isEmpty() || taken + memoryMb <= roomMb;
  }

  /** Whether its process has not come to this master for so long, or ever. */
  boolean isMissing(long now, long patience) {
    return isMissing() && now - heardAt >= patience;
  }

  void hear(long now) {
    heardAt = now;
  }

  /** Excuses a silence: the master itself has paused. */
  void excuse(long nanos) {
    heardAt += nanos;
    services.values().forEach(service -> service.excuse(nanos));
  }

  boolean isSilent(long now, long patience) {
    return !incarnation.equals(Incarnation.NONE) && now - heardAt >= patience;
  }

  void add(Service service) {
    services.put(service.name(), service);
  }

  void remove(Service service) {
    services.remove(service.name());
  }

  Optional<Service> service(String name) {
    return Optional.ofNullable(services.get(name));
  }

  List<Service> services() {
    return List.copyOf(services.values());
  }

  /** The service of a job that is not leaving. */
  Optional<Service> of(JobId job) {
    return services.values().stream()
        .filter(one -> one.job().equals(job) && !one.isLeaving())
        .findFirst();
  }

  /**
   * The orders for its services, if they differ from the last ones.
   *
   * @param isReport whether a worker that takes turns is to have them anyway: it takes the rows of
   *     other workers to grow until the next order
   */
  Optional<List<ToWorker.Serving>> newOrders(
      Map<JobId, PooledJob> jobs, long change, boolean isReport) {
    List<ToWorker.Serving> now = new ArrayList<>();
    boolean takesTurns = services.size() > 1;
    for (Service one : services.values()) {
      PooledJob job = jobs.get(one.job());
      if (job != null && !one.isDropped()) {
        now.add(
            new ToWorker.Serving(
                one.job(),
                one.index(),
                one.name(),
                job.digest(),
                job.turn().toNanos(),
                takesTurns ? job.rowsSinceChange() - one.rowsSinceChange() : 0));
      }
    }
    boolean isNews = !now.equals(ordered) || (takesTurns && (change != orderedChange || isReport));
    if (!isNews) {
      return Optional.empty();
    }
    ordered = now;
    orderedChange = change;
    return Optional.of(now);
  }
}
