package trainer.appmaster.main;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import trainer.appmaster.local.Containers;
import trainer.appmaster.local.LocalCluster;
import trainer.appmaster.run.Cluster;
import trainer.appmaster.run.ContainerCommands;
import trainer.appmaster.run.Mailbox;
import trainer.appmaster.yarn.ContainerContexts;
import trainer.appmaster.yarn.YarnCluster;
import trainer.core.config.Keys;

/** Chooses who gives containers: YARN where it runs this master, else this machine. */
final class Clusters {
  /** Makes an adapter around the mailbox it reports to. */
  interface Maker {
    Cluster make(Mailbox mailbox) throws IOException;
  }

  private Clusters() {}

  static Maker of(Given given, ContainerCommands commands) {
    return given.isOnCluster() ? yarn(given, commands) : local(given, commands);
  }

  private static Maker yarn(Given given, ContainerCommands commands) {
    return mailbox ->
        new YarnCluster(
            given.hadoop(),
            mailbox,
            ContainerContexts.of(
                given.hadoop(), given.spec(), given.credentials(), Given.JOB_SECRET, commands),
            given.settings().get(Keys.QUEUE));
  }

  private static Maker local(Given given, ContainerCommands commands) {
    Path here = Path.of("").toAbsolutePath();
    Path root =
        Optional.ofNullable(System.getenv("LOCAL_DIRS"))
            .map(dirs -> Path.of(dirs.split(",", 2)[0]))
            .orElse(here.resolve("containers"));
    return mailbox ->
        new LocalCluster(
            given.job().application(),
            mailbox,
            commands,
            new Containers(root, here, given.jobSecret().toBytes()));
  }
}
