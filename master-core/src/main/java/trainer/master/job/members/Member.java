package trainer.master.job.members;

import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.table.PartitionMap;
import trainer.master.job.api.JobView;

/** One process of the job since it registered, as the master sees it. */
public final class Member {
  /** No moment. */
  public static final long NEVER = Long.MIN_VALUE;

  private final long incarnation;
  private final FromMember.Register registered;
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
  private long heardAt;
  private long heardMillis;
  private long reportedRecords;
  private int block = -1;
  private long doneRecords;
  private long doneShares;
  private final RecentShares recentlyDone = new RecentShares();

  /**
   * @param returned whether it was a member under an earlier master
   */
  public Member(
      long incarnation, FromMember.Register registered, boolean returned, long nanos, long millis) {
    this.returned = returned;
    this.recordsBefore = returned ? NEVER : 0;
    this.incarnation = incarnation;
    this.registered = registered;
    this.heardAt = nanos;
    this.heardMillis = millis;
  }

  public long incarnation() {
    return incarnation;
  }

  public Role role() {
    return registered.role();
  }

  public int index() {
    return registered.index();
  }

  public String containerId() {
    return registered.containerId();
  }

  public String host() {
    return registered.host();
  }

  long pid() {
    return registered.pid();
  }

  /** {@code worker 3 (container_… on host)}. */
  public String named() {
    return role().word() + " " + index() + " (" + containerId() + " on " + host() + ")";
  }

  /** The address other processes reach it under, empty for a worker. */
  String address() {
    return registered.port() == 0 ? "" : registered.host() + ":" + registered.port();
  }

  public PartitionMap.Pserver asPserver() {
    return new PartitionMap.Pserver(
        incarnation, index(), host(), registered.port(), registered.lanes());
  }

  /** The connection it registered over last. */
  long connection() {
    return connection;
  }

  void speaksOver(long newConnection) {
    connection = newConnection;
  }

  /** It said something: it lives, and whatever was suspected is void. */
  void heard(long nanos, long millis) {
    heardAt = nanos;
    heardMillis = millis;
    probed = false;
    spoken = true;
  }

  public void beat(FromMember.Heartbeat heartbeat) {
    if (recordsBefore == NEVER) {
      recordsBefore = heartbeat.recordsComputed();
    }
    reportedRecords = Math.max(reportedRecords, heartbeat.recordsComputed());
    block = heartbeat.block();
  }

  /** The block that it said last it is at, or −1. */
  public int block() {
    return block;
  }

  /** A share is done; one that is said to be done again is not counted again. */
  public void done(FromMember.ShareDone share) {
    if (recentlyDone.contains(share.line(), share.version(), share.share())) {
      return;
    }
    recentlyDone.add(share.line(), share.version(), share.share());
    doneRecords += share.records();
    doneShares++;
  }

  /**
   * A task of so many records is done. One that returned may have computed it for the master
   * before, who has noted it: of its records those count that it reports.
   */
  public void taskDone(long records) {
    if (!returned) {
      doneRecords += records;
    }
    doneShares++;
  }

  /** Its stream is gone since {@code nanos}. */
  void broke(long nanos) {
    if (!brokenOff) {
      brokenOff = true;
      brokenSince = nanos;
    }
  }

  /** It has a stream again. */
  void mended(long nanos, long millis) {
    brokenOff = false;
    probed = false;
    heardAt = nanos;
    heardMillis = millis;
  }

  /** The master itself was away until {@code nanos}: silence until then means nothing. */
  void excuse(long nanos) {
    heardAt = nanos;
    probed = false;
    if (brokenOff) {
      brokenSince = nanos;
    }
  }

  /** The master itself was away for {@code nanos}: its stream was broken for that much less. */
  void excuseBreak(long nanos) {
    brokenSince += nanos;
  }

  void probe() {
    probed = true;
  }

  /**
   * It is dead to the job.
   *
   * @param how the cause, in words
   */
  void die(String how) {
    live = false;
    why = how;
  }

  /** Why it is dead, in words; empty while it lives, and if it left in order. */
  String why() {
    return exiting ? "" : why;
  }

  void exit() {
    exiting = true;
  }

  boolean isLive() {
    return live;
  }

  /** Whether it has said its last word. */
  public boolean isExiting() {
    return exiting;
  }

  /** Whether it has said anything since it registered. */
  boolean hasSpoken() {
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

  /** When it was last known to be well. */
  long heardAt() {
    return heardAt;
  }

  long heardMillis() {
    return heardMillis;
  }

  /** Records it computed, repeats included. */
  long recordsComputed() {
    return Math.max(reportedRecords, doneRecords);
  }

  /** Records it computed for this master, as far as known. */
  public long recordsComputedHere() {
    long since = recordsBefore == NEVER ? 0 : reportedRecords - recordsBefore;
    return Math.max(since, doneRecords);
  }

  /** Whether it was a member under an earlier master. */
  boolean isReturned() {
    return returned;
  }

  long doneShares() {
    return doneShares;
  }

  /**
   * Versions wait for it, and others hold them.
   *
   * @param nanos how long; 0 if that does not matter
   */
  public void behind(long nanos) {
    behind = nanos;
  }

  public boolean isBehind() {
    return behind > 0;
  }

  /** How long a version waits for it that others hold, in nanoseconds; 0: hardly. */
  public long behind() {
    return behind;
  }

  /** How it is with its memory. */
  MemoryShortage shortage() {
    return shortage;
  }

  /**
   * One word for people.
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

  /** This member, for people. */
  JobView.Member view(long nanos) {
    return new JobView.Member(
        role(),
        index(),
        incarnation(),
        host(),
        address(),
        containerId(),
        state(nanos),
        heardMillis(),
        recordsComputed(),
        doneShares(),
        behind() / 1_000_000,
        shortage().inWords(nanos),
        shortage().inAll().toMillis(),
        why());
  }
}
