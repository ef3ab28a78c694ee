package trainer.appmaster.main;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.apache.hadoop.security.UserGroupInformation;
import trainer.appmaster.local.LocalCluster;
import trainer.appmaster.local.LocalContainers;
import trainer.appmaster.loop.Cluster;
import trainer.appmaster.loop.DelegatedCluster;
import trainer.appmaster.loop.Mailbox;
import trainer.appmaster.serve.ForwardedCommands;
import trainer.appmaster.standby.ClusterAgent;
import trainer.appmaster.standby.Followers;
import trainer.appmaster.standby.Following;
import trainer.appmaster.standby.RemoteCluster;
import trainer.appmaster.yarn.ContainerContexts;
import trainer.appmaster.yarn.LostLeadership;
import trainer.appmaster.yarn.YarnCluster;
import trainer.avro.job.JobFile;
import trainer.container.files.RetryPolicy;
import trainer.container.launch.MachineRoom;
import trainer.container.session.AddressFile;
import trainer.container.session.HostPort;
import trainer.container.session.MasterAddress;
import trainer.container.start.FaultHandler;
import trainer.core.config.Keys;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;
import trainer.master.fleet.FleetAction;
import trainer.protocol.grpc.ControlAccess;
import trainer.protocol.grpc.ControlEndpoint;
import trainer.protocol.grpc.ControlListener;

/**
 * The choice of the source of containers: YARN if YARN runs this master, otherwise this machine. A
 * standby in a container of YARN reaches YARN through the master that YARN started.
 */
final class Clusters {
  private final MasterInputs given;
  private final Mailbox mailbox;
  private final ClusterConnection connection;
  private final Supplier<Float> progress;
  private final Runnable followed;
  private final FaultHandler faults;

  /** Null unless this master has spoken to the cluster for another one. */
  private volatile ClusterAgent agent;

  /**
   * @param mailbox receives the adapter's events
   * @param connection of this process, which an earlier term may have made
   * @param progress the finished part of the application
   * @param followed ends this process silently, since another master leads
   */
  Clusters(
      MasterInputs given,
      Mailbox mailbox,
      ClusterConnection connection,
      Supplier<Float> progress,
      Runnable followed,
      FaultHandler faults) {
    this.given = given;
    this.mailbox = mailbox;
    this.connection = connection;
    this.progress = progress;
    this.followed = followed;
    this.faults = faults;
  }

  /**
   * What this master does for the leader while it follows.
   *
   * @param own the address on which this master listens
   */
  Following.Companion companion(Cluster.Address own) throws IOException {
    if (given.isStandby()) {
      return Following.Companion.NONE;
    }
    ClusterAgent made = new ClusterAgent(this::prepare, by -> addressFor(by, own), mailbox, faults);
    agent = made;
    DelegatedCluster yarn =
        yarn(
            made,
            () -> String.valueOf(made.leader() == null ? listening(own) : made.leader()),
            () -> made.leader() == null ? progress.get() : made.finished());
    made.use(yarn);
    return made;
  }

  private void prepare(FleetAction.Launch launch, Cluster cluster) throws IOException {
    if (launch.role() == Role.STANDBY) {
      cluster.prepareStandby(given.spec(), given.process().secret());
      return;
    }
    JobId job = launch.job();
    JobSpec spec = job.equals(given.spec().id()) ? given.spec() : read(job);
    cluster.prepare(spec, given.secretOf(spec));
  }

  private JobSpec read(JobId job) throws IOException {
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(given.folder().jobFile(job));
    try (InputStream in = file.getFileSystem(given.hadoop()).open(file)) {
      return JobFile.read(in, file.toString());
    }
  }

  /**
   * The master for which this one speaks to the cluster; null if there is none, or this one leads.
   */
  HostPort leader() {
    ClusterAgent speaking = agent;
    return speaking == null ? null : speaking.leader();
  }

  /**
   * Serves the commands of users: here, or by passing them on to the leader while this master
   * speaks for it.
   *
   * @param onceKnown runs commands once the jobs are known
   * @param threads run those that are passed on
   */
  ControlEndpoint users(
      ControlListener own, ControlAccess access, Executor onceKnown, Executor threads) {
    return new ControlEndpoint(
        new ForwardedCommands(own, this::leader, given.application(), given.credentialOfMasters()),
        access,
        command -> (leader() == null ? onceKnown : threads).execute(command));
  }

  /**
   * The address of the application while another master leads. Users with tokens of the cluster
   * come to this one, which can check them.
   */
  private Cluster.Address addressFor(HostPort leader, Cluster.Address own) throws IOException {
    AddressFile file = new AddressFile(given.folder().masterAddress(), given.hadoop());
    String page =
        RetryPolicy.withStorages()
            .until("Reading the leader's address", file::read)
            .filter(address -> address.listens().equals(leader))
            .map(MasterAddress::page)
            .orElse("");
    return given.isSecure()
        ? new Cluster.Address(own.host(), own.port(), page)
        : new Cluster.Address(leader.host(), leader.port(), page);
  }

  /**
   * The adapter for this master, which leads.
   *
   * @param address the address on which this master listens
   */
  Cluster of(Cluster.Address address, Term term, Followers followers) throws IOException {
    if (given.isSpokenFor()) {
      RemoteCluster remote = new RemoteCluster(term, mailbox, progress);
      followers.speakThrough(remote);
      return remote;
    }
    if (agent != null) {
      return connection.cluster();
    }
    return given.isOnCluster()
        ? yarn(mailbox, () -> listening(address), progress)
        : local(() -> listening(address));
  }

  /** Joins a cluster of {@link #of}, or goes on in it for this master. */
  void join(Cluster cluster, Cluster.Address address) {
    if (agent != null) {
      agent.lead(address);
    } else if (cluster instanceof DelegatedCluster kept && kept.isJoined()) {
      kept.lead(address);
    } else {
      cluster.join(address);
    }
  }

  private static String listening(Cluster.Address address) {
    return address.host() + ":" + address.port();
  }

  private DelegatedCluster yarn(Mailbox events, Supplier<String> leader, Supplier<Float> finished)
      throws IOException {
    connection.serve(events, leader, finished);
    if (connection.cluster() == null) {
      connection.use(connect());
    }
    return connection.cluster();
  }

  private DelegatedCluster connect() throws IOException {
    ContainerContexts contexts =
        new ContainerContexts(
            given.hadoop(),
            UserGroupInformation.getCurrentUser().getCredentials(),
            new LaunchCommands(connection::leader, true));
    LostLeadership disowned =
        new LostLeadership(
            given.hadoop(), given.container(), !given.mayBeFollowed(), connection, followed);
    return new YarnCluster(
        given.hadoop(),
        connection,
        contexts,
        connection.access(),
        given.settings().get(Keys.QUEUE),
        connection::finished,
        disowned);
  }

  private Cluster local(Supplier<String> leader) {
    Path here = Path.of("").toAbsolutePath();
    return new LocalCluster(
        given.application(),
        mailbox,
        new LaunchCommands(leader, false),
        new LocalContainers(localRoot(given), here),
        given.container(),
        given.settings().get(Keys.OVERCOMMIT)
            ? Integer.MAX_VALUE
            : MachineRoom.here().byMemory() - 1);
  }

  /** The root of the containers' folders on this machine; a standby's own is below it. */
  static Path localRoot(MasterInputs given) {
    Path first =
        given.process().identity().localDirs().stream()
            .findFirst()
            .orElse(Path.of("").toAbsolutePath());
    return given.isStandby() ? first : first.resolve("containers");
  }
}
