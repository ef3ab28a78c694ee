package trainer.client.main;

import trainer.client.cli.TrainerCommand;

/** The client's process. */
public final class ClientMain {
  private ClientMain() {}

  public static void main(String[] args) {
    LauncherWatch.start();
    // Exit, not return: clients of Hadoop leave threads behind.
    System.exit(TrainerCommand.run(args));
  }
}
