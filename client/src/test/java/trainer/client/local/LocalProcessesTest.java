package trainer.client.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The search for masters, with processes that have the command lines of a run. */
class LocalProcessesTest {
  @TempDir Path folder;
  private final String application = "local_" + UUID.randomUUID();
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void stop() {
    started.forEach(Process::destroyForcibly);
  }

  @Test
  void findsAStandbyOnceTheMasterIsGone() throws Exception {
    assertThat(LocalProcesses.master(application)).isEmpty();
    start("worker");
    assertThat(LocalProcesses.master(application)).isEmpty();
    Process standby = start("standby");
    assertThat(LocalProcesses.master(application)).contains(standby.toHandle());
    Process master = start("master");
    assertThat(LocalProcesses.master(application)).contains(master.toHandle());
    master.destroyForcibly().waitFor();
    assertThat(LocalProcesses.master(application)).contains(standby.toHandle());
  }

  /** Starts a process that waits; it is a copy of bash by the name of java. */
  private Process start(String role) throws Exception {
    Path java = folder.resolve("java");
    if (!Files.exists(java)) {
      Files.copy(Path.of("/bin/bash"), java);
      assertThat(java.toFile().setExecutable(true)).isTrue();
    }
    Process process =
        new ProcessBuilder(
                java.toString(),
                "-c",
                "read line",
                "-Dtrainer.job=" + application + ".1",
                "-Dtrainer.role=" + role,
                "Main")
            .start();
    started.add(process);
    while (!LocalProcesses.of(application).contains(process.toHandle())) {
      TimeUnit.MILLISECONDS.sleep(10); // until it has its own command line
    }
    return process;
  }
}
