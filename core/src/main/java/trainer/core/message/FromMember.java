package trainer.core.message;

import trainer.core.failure.Failure;
import trainer.core.id.Incarnation;
import trainer.core.job.Role;

/** A message from a member (a pserver or worker) to the master on its session stream. */
public sealed interface FromMember
    permits FromMember.Register,
        FromMember.Heartbeat,
        FromMember.Threads,
        FromMember.MemberFailure,
        FromMember.Exiting,
        FromMember.ClusterNews,
        FromPserver,
        FromWorker {
  /** Dispatches on the kind of message; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Register message);

    void on(Heartbeat message);

    void on(Threads message);

    void on(MemberFailure message);

    void on(Exiting message);

    void on(ClusterNews message);

    void on(FromPserver message);

    void on(FromWorker message);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /**
   * The first message of a session.
   *
   * @param datasetDigest {@link trainer.core.job.JobSpec#datasetDigest} as computed by this process
   * @param incarnation 0 for a fresh process, else the number it had when its stream broke
   */
  record Register(Identity identity, Address address, String datasetDigest, Incarnation incarnation)
      implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The identity of a process.
   *
   * @param index the index the master launched it under
   * @param containerId YARN's id, or the local run's
   */
  record Identity(Role role, int index, String containerId, long pid) {}

  /**
   * Where other processes reach a member.
   *
   * @param host the host under which others reach it (NM_HOST)
   * @param port its bulk listener; 0 for a worker
   * @param lanes see {@link trainer.core.table.PartitionMap.Pserver}; 0 for a worker
   */
  record Address(String host, int port, int lanes) {
    /** The host of a process without a bulk listener. */
    public Address(String host) {
      this(host, 0, 0);
    }
  }

  /**
   * The periodic message of a process, or its answer to a probe.
   *
   * @param probe the number of the probe this answers, or 0
   * @param recordsComputed records this process has computed so far, repeats included
   * @param block the block that takes longest, among those being computed or else prepared; or −1
   * @param spent of this process so far
   * @param stored of a pserver
   */
  record Heartbeat(long probe, long recordsComputed, int block, TimeSpent spent, StoredRows stored)
      implements FromMember {
    /** The heartbeat of a process that trains nothing and holds nothing. */
    public Heartbeat(long probe, long recordsComputed, int block) {
      this(probe, recordsComputed, block, TimeSpent.NOTHING, StoredRows.NOTHING);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The answer to {@link ToMember.ShowThreads}.
   *
   * @param text the threads with their stacks, for people
   */
  record Threads(long number, String text) implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** A failure that is not tied to a share; the master decides the consequences. */
  record MemberFailure(Failure failure) implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The last message of a process.
   *
   * @param logsComplete whether its logs are complete in the job's folder
   */
  record Exiting(boolean logsComplete) implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * What the cluster says to a master that follows another one; the answer to {@link
   * ToMember.ClusterOrder}.
   *
   * @param text JSON, known to masters alone
   */
  record ClusterNews(String text) implements FromMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
