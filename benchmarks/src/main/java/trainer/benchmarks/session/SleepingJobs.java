package trainer.benchmarks.session;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Jobs whose models sleep so many milliseconds a row. */
final class SleepingJobs {
  private static final String SOURCE = "src/it/src/test/resources/trainer/it/cluster/Sleeping.txt";

  private final Client client;
  private final Path folder;
  private final Path jar;
  private final Map<Integer, Path> models = new LinkedHashMap<>();

  /**
   * Makes the model's jar and the rows.
   *
   * @param project the root of the sources
   */
  SleepingJobs(Client client, Path project, int rows) throws IOException, InterruptedException {
    this.client = client;
    this.folder = client.folder();
    this.jar = jar(project);
    client.run("generate --kind clicks --records " + rows + " --output", data().toString());
  }

  private Path data() {
    return folder.resolve("data");
  }

  /** A file that doubles the time of a model's rows from the moment that it exists. */
  Path slower(int millis) {
    return folder.resolve("slower-" + millis);
  }

  private Path jar(Path project) throws IOException {
    Path source = folder.resolve("com/example/Sleeping.java");
    Files.createDirectories(source.getParent());
    Files.copy(project.resolve(SOURCE), source);
    Path classes = Files.createDirectory(folder.resolve("classes"));
    String path = project.resolve("core/target/classes") + ":";
    List<String> words = new ArrayList<>(List.of("-d", classes.toString()));
    words.addAll(List.of("-cp", path + project.resolve("learning/target/classes")));
    words.add(source.toString());
    if (ToolProvider.getSystemJavaCompiler().run(null, null, null, words.toArray(String[]::new))
        != 0) {
      throw new IOException(source + " does not compile");
    }
    Path made = folder.resolve("sleeping.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(made));
        Stream<Path> all = Files.walk(classes)) {
      all.filter(Files::isRegularFile).forEach(file -> add(out, classes, file));
    }
    return made;
  }

  private static void add(JarOutputStream out, Path classes, Path file) {
    try {
      out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
      Files.copy(file, out);
      out.closeEntry();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Trains a model that sleeps so long. */
  void train(int millis) throws IOException, InterruptedException {
    Path model = folder.resolve("model-" + millis);
    client.run(
        "submit --master local --model com.example.Sleeping --jars " + jar,
        "--input",
        data().toString(),
        "--output",
        model.toString(),
        "-Dtrainer.model.args.micros=" + millis * 1000,
        "-Dtrainer.model.args.slower=" + slower(millis));
    models.put(millis, model);
  }

  /**
   * Gives a session a job.
   *
   * @param blockRecords the rows of a block, between two of which a worker changes jobs
   * @return the job's id
   */
  String score(SessionProcess session, int millis, int blockRecords)
      throws IOException, InterruptedException {
    JsonNode given =
        client.run(
            "score --detach --jars " + jar + " --session " + session.id(),
            "--model",
            models.get(millis).toString(),
            "--input",
            data().toString(),
            "--output",
            Files.createTempDirectory(folder, "scored").resolve("rows").toString(),
            "-Dtrainer.block.records=" + blockRecords);
    return given.path("jobId").asText();
  }
}
