package trainer.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.FileUtils;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of the packaged client with the packaged jar. */
class TableJobTest {
  private static final Path CLIENT = Path.of("../client/target/trainer-client.jar");
  private static final Path JAR = Path.of("target/trainer-iceberg.jar").toAbsolutePath();
  private static final long PATIENCE_MINUTES = 10;

  @TempDir private Path home;

  @Test
  void aSnapshotGivesOneModelHoweverTheTableGoesOn() throws Exception {
    Path folder = home.resolve("t");
    People people = People.create(folder.toUri().toString());
    long first = people.append("2026-11-01", 3000);
    Path files = home.resolve("files");
    FileUtils.copyDirectory(folder.resolve("data").toFile(), files.toFile());
    String plain = modelId(run(0, submit(files, "plain")));

    String said = run(0, submit("iceberg:" + folder, "one", "--jars", JAR));
    assertThat(said).contains("@" + first, "3 files, 3,000 rows");
    assertThat(modelId(said)).as("of the same files").isEqualTo(plain);
    Path report = Path.of(URI.create(found(said, "report: (\\S+)")));
    assertThat(Files.readString(report)).contains("/t@" + first + "\"");
    assertThat(run(0, "model", "show", home.resolve("one")))
        .contains("/t@" + first)
        .doesNotContain("trainer.input.planned");

    people.append("2026-11-02", 3000);
    people.table().newDelete().deleteFromRowFilter(Expressions.equal("dt", "2026-11-01")).commit();
    String later = run(0, submit("iceberg:" + folder, "two", "--jars", JAR));
    assertThat(later).contains("3 files, 3,000 rows");
    assertThat(modelId(later)).isNotEqualTo(plain);
    String again = run(0, submit("iceberg:" + folder + "@" + first, "three", "--jars", JAR));
    assertThat(modelId(again)).isEqualTo(plain);
  }

  @Test
  void withoutTheJarTheTableIsRefused() throws Exception {
    Path folder = home.resolve("t");
    People.create(folder.toUri().toString()).append("2026-11-01", 30);
    assertThat(run(1, submit("iceberg:" + folder, "one")))
        .contains("INPUT_BAD_FILE", "--jars trainer-iceberg.jar");
    assertThat(run(1, submit(folder, "one"))).contains("name the table, iceberg:file:" + folder);
  }

  private Object[] submit(Object input, String output, Object... more) {
    List<Object> line = new ArrayList<>(List.of("submit", "--master", "local"));
    line.addAll(List.of("--input", input, "--output", home.resolve(output)));
    line.addAll(List.of("--features", "age,city:category,dt:category", "--epochs", "1"));
    line.addAll(Arrays.asList(more));
    return line.toArray();
  }

  private static String modelId(String said) {
    return found(said, "model id: ([0-9a-f]{64})");
  }

  private static String found(String said, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(said);
    assertThat(found.find()).as(said).isTrue();
    return found.group(1);
  }

  private String run(int code, Object... arguments) throws IOException, InterruptedException {
    Path said = Files.createTempFile(home, "said", ".txt");
    List<String> line = new ArrayList<>();
    line.add(System.getProperty("java.home") + "/bin/java");
    line.addAll(List.of("-jar", CLIENT.toAbsolutePath().normalize().toString()));
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
    assertThat(process.waitFor()).as(() -> line + "\n" + text).isEqualTo(code);
    return text;
  }
}
