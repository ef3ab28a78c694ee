package trainer.appmaster.main;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.security.UserGroupInformation;
import trainer.appmaster.local.LocalCluster;
import trainer.appmaster.local.LocalContainers;
import trainer.appmaster.loop.Cluster;
import trainer.appmaster.loop.ContainerCommands;
import trainer.appmaster.loop.Mailbox;
import trainer.appmaster.yarn.ContainerContexts;
import trainer.appmaster.yarn.LostLeadership;
import trainer.appmaster.yarn.YarnCluster;
import trainer.container.launch.MachineRoom;
import trainer.core.config.Keys;
import trainer.core.job.UserFile;

/**
 * The choice of the source of containers: YARN if YARN runs this master, otherwise this machine.
 */
final class Clusters {
  private Clusters() {}

  /**
   * The adapter for this master.
   *
   * @param mailbox receives the adapter's events
   * @param address the address on which this master listens
   * @param callers receives YARN's ACLs and keys for the callers there
   * @param followed ends this process silently, since another master leads
   */
  static Cluster of(
      MasterInputs given,
      Mailbox mailbox,
      Cluster.Address address,
      CallerAuthenticator callers,
      Runnable followed)
      throws IOException {
    ContainerCommands commands =
        new LaunchCommands(
            given.settings(), address.host() + ":" + address.port(), given.isOnCluster());
    return given.isOnCluster()
        ? yarn(given, mailbox, commands, callers, followed)
        : local(given, mailbox, commands);
  }

  private static Cluster yarn(
      MasterInputs given,
      Mailbox mailbox,
      ContainerCommands commands,
      CallerAuthenticator callers,
      Runnable followed)
      throws IOException {
    ContainerContexts contexts =
        ContainerContexts.of(
            given.hadoop(),
            given.spec(),
            UserGroupInformation.getCurrentUser().getCredentials(),
            given.secretOf(given.job()),
            commands);
    LostLeadership disowned =
        new LostLeadership(
            given.hadoop(),
            given.process().identity().containerId(),
            !given.mayBeFollowed(),
            mailbox,
            followed);
    return new YarnCluster(
        given.hadoop(),
        mailbox,
        contexts,
        callers.yarn(),
        given.settings().get(Keys.QUEUE),
        disowned);
  }

  private static Cluster local(MasterInputs given, Mailbox mailbox, ContainerCommands commands) {
    Path here = Path.of("").toAbsolutePath();
    List<String> files = UserFile.of(given.settings()).stream().map(UserFile::link).toList();
    return new LocalCluster(
        given.job().application(),
        mailbox,
        commands,
        new LocalContainers(localRoot(given), here, files, given.secretOf(given.job())),
        given.settings().get(Keys.OVERCOMMIT)
            ? Integer.MAX_VALUE
            : MachineRoom.here().byMemory() - 1);
  }

  /** The root of the containers' folders on this machine. */
  static Path localRoot(MasterInputs given) {
    return given.process().identity().localDirs().stream()
        .findFirst()
        .orElse(Path.of("").toAbsolutePath())
        .resolve("containers");
  }
}
