package trainer.master.job.tasks;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trainer.core.id.Incarnation;
import trainer.master.job.members.Member;

/**
 * The workers that may be given tasks, in the order they joined, and those that ask for tasks.
 *
 * <p>A worker asks until it holds as many slots as it may. A worker that gets nothing goes on
 * asking, because slots that other workers hold may come back.
 */
final class TaskWorkers {
  private final Map<Incarnation, Member> all = new LinkedHashMap<>();
  private final Map<Incarnation, Member> asking = new LinkedHashMap<>();
  private boolean isDue;

  void add(Member worker) {
    all.put(worker.incarnation(), worker);
  }

  void remove(Member worker) {
    all.remove(worker.incarnation());
    asking.remove(worker.incarnation());
  }

  Optional<Member> find(Incarnation incarnation) {
    return Optional.ofNullable(all.get(incarnation));
  }

  boolean contains(Incarnation incarnation) {
    return all.containsKey(incarnation);
  }

  Collection<Member> all() {
    return List.copyOf(all.values());
  }

  int size() {
    return all.size();
  }

  /**
   * Marks a worker as asking for tasks. A worker that left gets no more, even if it still finishes
   * a task.
   */
  void ask(Member worker) {
    if (contains(worker.incarnation())) {
      asking.put(worker.incarnation(), worker);
      isDue = true;
    }
  }

  void stopAsking(Member worker) {
    asking.remove(worker.incarnation());
  }

  List<Member> asking() {
    return List.copyOf(asking.values());
  }

  /** Makes the next assignment due: a slot or the permission to give one may be available. */
  void makeDue() {
    isDue = true;
  }

  boolean isDue() {
    return isDue;
  }

  void notDue() {
    isDue = false;
  }
}
