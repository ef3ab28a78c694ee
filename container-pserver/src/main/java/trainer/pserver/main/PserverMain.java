package trainer.pserver.main;

import java.io.IOException;
import trainer.container.start.ContainerProcess;

/** The main class of a pserver. */
public final class PserverMain {
  private PserverMain() {}

  /** Serves until the master releases the process or is lost. */
  public static void main(String[] args) {
    ContainerProcess.run(PserverMain::serve);
  }

  private static int serve(ContainerProcess process) throws IOException, InterruptedException {
    try (PserverMember member = new PserverMember(process)) {
      member.join();
      return member.awaitEnd();
    }
  }
}
