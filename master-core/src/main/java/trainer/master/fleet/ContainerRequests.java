package trainer.master.fleet;

import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Failure;
import trainer.core.id.Term;
import trainer.core.job.Role;

/**
 * The open requests to the cluster. Each is for one slot and has its own number, so each grant
 * finds its slot.
 */
final class ContainerRequests {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerRequests.class);
  private static final int TERM_BITS = 20;
  private static final int PSERVER_PRIORITY = 1;
  private static final int WORKER_PRIORITY = 2;

  private final FleetContext context;
  private final FleetSlots slots;
  private final PreviousContainers previous;
  private final Map<Long, Slot> open = new HashMap<>();
  private int largestMb;
  private long lastNumber;

  ContainerRequests(FleetContext context, FleetSlots slots, PreviousContainers previous) {
    this.context = context;
    this.slots = slots;
    this.previous = previous;
  }

  /** Starts the numbers at {@code term << 20}, so that no two masters use the same number. */
  void beginTerm(Term term) {
    lastNumber = Math.max(lastNumber, term.number() << TERM_BITS);
  }

  /** Limits requests to the largest container of the cluster. */
  void limit(int memoryMb) {
    largestMb = memoryMb;
  }

  /** Asks for the wanted slots of a role that are empty, and cancels requests for the others. */
  void reconcile(RoleSlots role) {
    boolean mayAsk = role.backoff().isOver(context.now().nanos());
    for (Slot slot : role.slots()) {
      if (role.isWanted(slot)) {
        if (slot.isEmpty() && mayAsk) {
          ask(role, slot);
        }
      } else if (slot.isAsked()) {
        open.remove(slot.ask());
        context.out().act(new FleetAction.CancelAsk(slot.ask()));
        slot.notAsked();
      }
    }
  }

  private void ask(RoleSlots role, Slot slot) {
    long number = ++lastNumber;
    slot.asked(number, context.now().millis());
    open.put(number, slot);
    ContainerSize size = size(role, slot);
    int priority = role.role() == Role.PSERVER ? PSERVER_PRIORITY : WORKER_PRIORITY;
    context
        .out()
        .act(new FleetAction.Ask(number, role.role(), size.memoryMb(), size.vcores(), priority));
  }

  /** Closes a request that was granted. Returns its slot, or null if it is not open. */
  Slot take(long number) {
    return open.remove(number);
  }

  private ContainerSize size(RoleSlots role, Slot slot) {
    double most = role.size().memoryMb() * (double) role.memoryFactor();
    int limit = (int) Math.min(most, largestMb == 0 ? Integer.MAX_VALUE : largestMb);
    return role.size().grown(slot.growths() + previous.growths(slot), limit);
  }

  /**
   * Gives the next process in the slot more memory, if the limit allows, and adds that to the
   * failure's advice.
   */
  Failure grow(Slot slot, Failure failure) {
    RoleSlots role = slots.of(slot);
    int before = size(role, slot).memoryMb();
    slot.grow();
    int after = size(role, slot).memoryMb();
    String then =
        after > before
            ? "; until then it is asked for with " + after + " MB instead of " + before
            : "; it had " + before + " MB, and gets no more: trainer.memory.max-factor";
    Failure extended =
        new Failure(failure.kind(), failure.what(), failure.where(), failure.advice() + then);
    LOG.warn("{}", extended.message());
    return extended;
  }
}
