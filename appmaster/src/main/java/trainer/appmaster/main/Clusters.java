package trainer.appmaster.main;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
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
   * @param progress the finished part of the application
   * @param followed ends this process silently, since another master leads
   */
  static Cluster of(
      MasterInputs given,
      Mailbox mailbox,
      Cluster.Address address,
      CallerAuthenticator callers,
      Supplier<Float> progress,
      Runnable followed)
      throws IOException {
    ContainerCommands commands =
        new LaunchCommands(address.host() + ":" + address.port(), given.isOnCluster());
    return given.isOnCluster()
        ? yarn(given, mailbox, commands, callers, progress, followed)
        : local(given, mailbox, commands);
  }

  private static Cluster yarn(
      MasterInputs given,
      Mailbox mailbox,
      ContainerCommands commands,
      CallerAuthenticator callers,
      Supplier<Float> progress,
      Runnable followed)
      throws IOException {
    ContainerContexts contexts =
        new ContainerContexts(
            given.hadoop(), UserGroupInformation.getCurrentUser().getCredentials(), commands);
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
        progress,
        disowned);
  }

  private static Cluster local(MasterInputs given, Mailbox mailbox, ContainerCommands commands) {
    Path here = Path.of("").toAbsolutePath();
    return new LocalCluster(
        given.application(),
        mailbox,
        commands,
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
