package trainer.master.job.members;

import java.util.Map;
import trainer.core.id.Incarnation;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.StoredRows;
import trainer.core.message.TimeSpent;
import trainer.core.table.PartitionMap;
import trainer.master.job.api.ProcessesView;

/** One process of the job since it registered: the master's record of its state. */
public final class Member {
  /** No time. */
  public static final long NEVER = Long.MIN_VALUE;

  private final Incarnation incarnation;
  private final FromMember.Identity identity;
  private final FromMember.Address address;
  private final boolean returned;
  private long recordsBefore;
  private long connection;
  private boolean live = true;
  private String why = "";
  private boolean exiting;
  private boolean spoken;
  private boolean brokenOff;
  private boolean probed;
  private long behind;
  private final MemoryShortage shortage = new MemoryShortage();
  private long brokenSince;
  private long lastMessageAt;
  private long lastMessageMillis;
  private long reportedRecords;
  private int block = -1;
  private TimeSpent spent = TimeSpent.NOTHING;

  /** The times of a returned member that earlier masters counted; null before its heartbeat. */
  private TimeSpent spentBefore;

  private StoredRows stored = StoredRows.NOTHING;
  private long commitNanos;
  private long doneRecords;
  private long doneShares;
  private final RecentShares recentlyDone = new RecentShares();

  /**
   * Creates a live member.
   *
   * @param returned whether it was a member under an earlier master
   */
  public Member(
      Incarnation incarnation,
      FromMember.Register registered,
      boolean returned,
      long nanos,
      long millis) {
    this.returned = returned;
    // a returned member counts from its first heartbeat: earlier masters counted the rest
    this.recordsBefore = returned ? NEVER : 0;
    this.incarnation = incarnation;
    this.identity = registered.identity();
    this.address = registered.address();
    this.spentBefore = returned ? null : TimeSpent.NOTHING;
    this.lastMessageAt = nanos;
    this.lastMessageMillis = millis;
  }

  public Incarnation incarnation() {
    return incarnation;
  }

  public Role role() {
    return identity.role();
  }

  public int index() {
    return identity.index();
  }

  public String containerId() {
    return identity.containerId();
  }

  public String host() {
    return address.host();
  }

  long pid() {
    return identity.pid();
  }

  /** {@code worker 3 (container_… on host)}. */
  public String named() {
    return role().word() + " " + index() + " (" + containerId() + " on " + host() + ")";
  }

  /** The address for connections from other processes; empty for a worker. */
  String address() {
    return address.port() == 0 ? "" : address.host() + ":" + address.port();
  }

  public PartitionMap.Pserver asPserver() {
    return new PartitionMap.Pserver(incarnation, index(), host(), address.port(), address.lanes());
  }

  /** The connection of the newest registration. */
  long connection() {
    return connection;
  }

  void useConnection(long newConnection) {
    connection = newConnection;
  }

  /** Records a message: the member is alive, and a suspicion is void. */
  void onMessage(long nanos, long millis) {
    lastMessageAt = nanos;
    lastMessageMillis = millis;
    probed = false;
    spoken = true;
  }

  public void onHeartbeat(FromMember.Heartbeat heartbeat) {
    if (recordsBefore == NEVER) {
      recordsBefore = heartbeat.recordsComputed();
    }
    reportedRecords = Math.max(reportedRecords, heartbeat.recordsComputed());
    block = heartbeat.block();
    spentBefore = spentBefore == null ? heartbeat.spent() : spentBefore;
    spent = heartbeat.spent().since(spentBefore);
    stored = heartbeat.stored();
  }

  /**
   * Counts a version that this pserver held before it was committed.
   *
   * @param nanos how long it waited for the commit
   */
  public void onCommitted(long nanos) {
    commitNanos += nanos;
  }

  /** The block of the newest heartbeat, or −1. */
  public int block() {
    return block;
  }

  /** Counts a finished share; a repeated report does not count again. */
  public void onShareDone(FromWorker.ShareDone share) {
    if (recentlyDone.contains(share.line(), share.version().number(), share.share())) {
      return;
    }
    recentlyDone.add(share.line(), share.version().number(), share.share());
    doneRecords += share.records();
    doneShares++;
  }

  /**
   * Counts a finished task of so many records. A returned member may have computed it for an
   * earlier master, which counted the records. For such a member only the records of its heartbeats
   * count.
   */
  public void onTaskDone(long records) {
    if (!returned) {
      doneRecords += records;
    }
    doneShares++;
  }

  /** Records that the stream broke at {@code nanos}. */
  void onStreamBroken(long nanos) {
    if (!brokenOff) {
      brokenOff = true;
      brokenSince = nanos;
    }
  }

  /** Records a new stream. */
  void onStreamReplaced(long nanos, long millis) {
    brokenOff = false;
    probed = false;
    lastMessageAt = nanos;
    lastMessageMillis = millis;
  }

  /** Restarts the timers after a pause of the master that ended at {@code nanos}. */
  void excuse(long nanos) {
    lastMessageAt = nanos;
    probed = false;
    if (brokenOff) {
      brokenSince = nanos;
    }
  }

  /** Deducts a pause of the master of {@code nanos} from the time that the stream is broken. */
  void excuseBreak(long nanos) {
    brokenSince += nanos;
  }

  void probe() {
    probed = true;
  }

  /**
   * Marks the member as dead to the job.
   *
   * @param how the cause, in words
   */
  void markDead(String how) {
    live = false;
    why = how;
  }

  /** The cause of death, in words; empty for a live member and one that left in order. */
  String why() {
    return exiting ? "" : why;
  }

  void markExiting() {
    exiting = true;
  }

  boolean isLive() {
    return live;
  }

  /** Whether the member has announced its exit. */
  public boolean isExiting() {
    return exiting;
  }

  /** Whether it has sent a message since it registered. */
  boolean hasSentMessage() {
    return spoken;
  }

  public boolean isBrokenOff() {
    return brokenOff;
  }

  boolean isProbed() {
    return probed;
  }

  long brokenSince() {
    return brokenSince;
  }

  /** The last time that a message or a stream arrived, or that its timers restarted. */
  long lastMessageAt() {
    return lastMessageAt;
  }

  long lastMessageMillis() {
    return lastMessageMillis;
  }

  /** Records computed, repeats included. */
  long recordsComputed() {
    return Math.max(reportedRecords, doneRecords);
  }

  /** Records computed for this master, as far as reported. */
  public long recordsComputedHere() {
    long since = recordsBefore == NEVER ? 0 : reportedRecords - recordsBefore;
    return Math.max(since, doneRecords);
  }

  long doneShares() {
    return doneShares;
  }

  /**
   * Sets how long versions wait for this member while others hold them.
   *
   * @param nanos how long; 0 if that is negligible
   */
  public void setLag(long nanos) {
    behind = nanos;
  }

  public boolean isBehind() {
    return behind > 0;
  }

  /**
   * How long versions wait for this member while others hold them, in nanoseconds; 0 if negligible.
   */
  public long lag() {
    return behind;
  }

  /** The member's shortage of memory, if any. */
  MemoryShortage shortage() {
    return shortage;
  }

  /**
   * The state in one word, for the report.
   *
   * @param nanos now
   */
  String state(long nanos) {
    if (!live) {
      return exiting ? "left" : "dead";
    }
    if (exiting) {
      return "exiting";
    }
    if (brokenOff || probed) {
      return "suspected";
    }
    if (shortage.isThere(nanos)) {
      return "full";
    }
    return isBehind() ? "slow" : "live";
  }

  /** The member for the report. */
  ProcessesView.Member view(long nanos) {
    return new ProcessesView.Member(
        new ProcessesView.Instance(
            role(), index(), incarnation(), host(), address(), containerId()),
        state(nanos),
        lastMessageMillis(),
        recordsComputed(),
        doneShares(),
        new ProcessesView.Load(
            spent.plus(new TimeSpent(0, Map.of(TimeSpent.Phase.COMMIT, commitNanos))), stored),
        new ProcessesView.Delays(
            lag() / 1_000_000, shortage().inWords(nanos), shortage().inAll().toMillis()),
        why());
  }
}
