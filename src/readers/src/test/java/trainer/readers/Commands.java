package trainer.readers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs commands of the packaged client, as a user does. */
record Commands(Path home) {
  private static final Path JAR = Path.of("../../client/target/trainer-client.jar");
  private static final long PATIENCE_MINUTES = 15;

  /** Runs a command that has to succeed; returns what it printed. */
  String run(Object... arguments) throws IOException, InterruptedException {
    return printed(true, arguments);
  }

  /** Runs a command that has to fail; returns what it printed. */
  String refused(Object... arguments) throws IOException, InterruptedException {
    return printed(false, arguments);
  }

  private String printed(boolean isOk, Object... arguments)
      throws IOException, InterruptedException {
    Path said = Files.createTempFile(home, "said", ".txt");
    List<String> line = new ArrayList<>();
    line.add(System.getProperty("java.home") + "/bin/java");
    line.addAll(List.of("-jar", JAR.toAbsolutePath().normalize().toString()));
    Arrays.stream(arguments).map(String::valueOf).forEach(line::add);
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.redirectOutput(said.toFile());
    builder.environment().put("HOME", home.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder
        .environment()
        .put("TRAINER_CACHE", Path.of("target/bundles").toAbsolutePath().toString());
    builder.environment().remove("HADOOP_CONF_DIR");
    Process process = builder.start();
    if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
      process.destroy();
    }
    String text = Files.readString(said);
    assertThat(process.waitFor() == 0).as(() -> line + "\n" + text).isEqualTo(isOk);
    return text;
  }
}
