package trainer.client.main;

import trainer.client.cli.TrainerCommand;
import trainer.container.files.HadoopClasses;

/** The client's process. */
public final class ClientMain {
  private ClientMain() {}

  public static void main(String[] args) {
    LauncherWatch.start();
    HadoopClasses.begin(); // nearly every command needs them, once its line is understood
    // Exit, not return: clients of Hadoop leave threads behind.
    System.exit(TrainerCommand.run(args));
  }
}
