package trainer.appmaster.tracker;

import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.job.Role;
import trainer.core.message.ToMember;
import trainer.core.table.PartitionMap;

/**
 * Lets pservers go that are not wanted any more, once the map does without them: each is told to
 * leave and given the time to complete its logs, and its container goes back to the cluster. That
 * is nobody's failure.
 */
final class Leavers {
  private static final Logger LOG = LoggerFactory.getLogger(Leavers.class);

  private final Context context;
  private final Members members;
  private final Containers containers;
  private final Places places;
  private final Map<String, Long> since = new HashMap<>();

  Leavers(Context context, Members members, Containers containers, Places places) {
    this.context = context;
    this.members = members;
    this.containers = containers;
    this.places = places;
  }

  /** Lets go whom nothing needs. */
  void look() {
    for (Member pserver : members.live(Role.PSERVER)) {
      if (isNotNeeded(pserver.index())) {
        LOG.info("{}: {} holds nothing any more and leaves", context.spec().id(), pserver.named());
        members.exiting(pserver);
        tell(pserver);
        containers.giveBack(pserver.containerId(), false);
        since.put(pserver.containerId(), context.nanos());
        context.changed();
      }
    }
    for (Containers.Entry container : containers.alive()) {
      if (container.role() == Role.PSERVER && isNotNeeded(container.index())) {
        force(container);
      }
    }
  }

  /** Tells one that leaves so, once more over a new stream. */
  void tell(Member pserver) {
    String reason = "fewer pservers are wanted, or another one is in its place";
    context.send(pserver.incarnation(), new ToMember.Leave(context.term(), reason));
  }

  private boolean isNotNeeded(int index) {
    PartitionMap map = context.history().map();
    return !places.isWanted(index)
        && (map == null || map.pservers().stream().noneMatch(one -> one.index() == index));
  }

  /** One that does not end is stopped, and at once one whose process has never come. */
  private void force(Containers.Entry container) {
    Long asked = since.get(container.id());
    boolean isOverdue =
        asked == null
            ? members.inContainer(container.id()).isEmpty() && !containers.isAwaited(container.id())
            : context.nanos() - asked >= context.plan().exitTimeout();
    if (isOverdue) {
      since.put(container.id(), Long.MAX_VALUE);
      containers.giveBack(container.id(), true);
    }
  }
}
