package trainer.master.fleet;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Failure;
import trainer.core.id.Term;
import trainer.core.job.Role;

/**
 * The open requests to the cluster. Each is for one slot and has its own number, so each grant
 * finds its slot.
 *
 * <p>The first request of a slot is for hosts where its process runs best, if there are such. After
 * three seconds without a grant it is replaced by a request for any host (delay scheduling; Zaharia
 * et al., EuroSys 2010). A process that is lost under the same master is asked for anywhere at
 * once, but for a standby, for which nobody waits.
 */
final class ContainerRequests {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerRequests.class);
  private static final int TERM_BITS = 20;
  private static final int PSERVER_PRIORITY = 1;
  private static final int WORKER_PRIORITY = 2;
  private static final long NEAR_NANOS = Duration.ofSeconds(3).toNanos();

  private final FleetContext context;
  private final FleetSlots slots;
  private final PreviousContainers previous;
  private final Map<Long, Slot> open = new HashMap<>();

  /** The open requests for some hosts alone, each with the time from which on any host will do. */
  private final Map<Long, Long> near = new HashMap<>();

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
          List<String> hosts = slot.isAnywhere() ? List.of() : role.hosts(slot);
          ask(role, slot, context.now().millis(), hosts);
        } else if (near.getOrDefault(slot.ask(), Long.MAX_VALUE) <= context.now().nanos()) {
          cancel(slot);
          slot.askAnywhere();
          ask(role, slot, slot.askedAt(), List.of());
        }
      } else if (slot.isAsked()) {
        cancel(slot);
        slot.notAsked();
      }
    }
  }

  private void cancel(Slot slot) {
    take(slot.ask());
    context.out().act(new FleetAction.CancelAsk(slot.ask()));
  }

  private void ask(RoleSlots role, Slot slot, long since, List<String> hosts) {
    long number = ++lastNumber;
    slot.asked(number, since);
    open.put(number, slot);
    if (!hosts.isEmpty()) {
      near.put(number, context.now().nanos() + NEAR_NANOS);
    }
    ContainerSize size = size(role, slot);
    context
        .out()
        .act(
            new FleetAction.Ask(
                number, role.role(), size.memoryMb(), size.vcores(), priority(role.role()), hosts));
  }

  private static int priority(Role role) {
    return switch (role) {
      case PSERVER -> PSERVER_PRIORITY;
      case STANDBY -> FleetAction.STANDBY_PRIORITY;
      default -> WORKER_PRIORITY;
    };
  }

  /** Closes a request that was granted. Returns its slot, or null if it is not open. */
  Slot take(long number) {
    near.remove(number);
    return open.remove(number);
  }

  /** The time at which {@link #reconcile} replaces a request, in nanoseconds. */
  long nextDeadline() {
    return near.values().stream().min(Comparator.naturalOrder()).orElse(Long.MAX_VALUE);
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
