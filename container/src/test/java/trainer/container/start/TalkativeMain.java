package trainer.container.start;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A role that says something everywhere, and then leaves, fails or waits to be killed. */
final class TalkativeMain {
  private static final Logger LOG = LoggerFactory.getLogger(TalkativeMain.class);

  private TalkativeMain() {}

  public static void main(String[] arguments) {
    ContainerProcess.run(TalkativeMain::talk);
  }

  private static int talk(ContainerProcess process) throws Exception {
    LOG.info("said to the log");
    System.out.println("said to stdout");
    System.err.println("said to stderr");
    String end = process.spec().settings().get("trainer.name");
    if (end.equals("fail")) {
      throw new IllegalStateException("nobody expected this");
    }
    if (end.equals("wait")) {
      Files.writeString(Path.of("pid"), ProcessHandle.current().pid() + "\n");
      TimeUnit.MINUTES.sleep(30);
    }
    return 7;
  }
}
