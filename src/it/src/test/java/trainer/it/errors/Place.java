package trainer.it.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import trainer.it.cluster.TrainerClient;

/**
 * Where one case is played: a home and a working folder of its own, so that what is left behind is
 * this case's.
 */
final class Place {
  private final Path root;
  private final Path home;
  private final TrainerClient client;

  Place(Path root) throws IOException {
    this.root = Files.createDirectories(root);
    this.home = Files.createDirectory(root.resolve("home"));
    this.client = new TrainerClient(home);
  }

  TrainerClient client() {
    return client;
  }

  Path root() {
    return root;
  }

  Path home() {
    return home;
  }

  /** A file of this case, below its folder. */
  Path file(String name, String content) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  Path file(String name, byte[] content) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, content);
  }

  /** Two records that can be learned from. */
  Path goodInput() throws IOException {
    return file("input/good.libsvm", "1 1:1 2:0.5\n0 2:1\n");
  }

  Path output() {
    return root.resolve("model");
  }

  /** Arguments of a local submit, with more. */
  String[] submit(Path input, String... more) {
    return submitTo(output(), input, more);
  }

  String[] submitTo(Path output, Path input, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "submit",
                "--master",
                "local",
                "--input",
                input.toString(),
                "--output",
                output.toString()));
    args.addAll(Arrays.asList(more));
    return args.toArray(new String[0]);
  }

  /** No output and nothing beside it; no job, no folder of one. */
  void assertNothingStarted() throws IOException {
    assertNoOutput();
    assertThat(jobs()).as("job folders").isEmpty();
  }

  /** No output; of the job its logs, journals and report; none of its processes. */
  void assertOnlyTheRecordOfTheJobIsLeft() throws IOException {
    assertNoOutput();
    assertThat(jobs()).as("job folders").hasSize(1);
    Path job = jobs().get(0);
    assertThat(names(job)).containsExactly("fleet", "jobs", "logs");
    assertThat(names(job.resolve("jobs/1")))
        .filteredOn(name -> !name.equals("tensorboard")) // a job that lasts a second has it
        .containsExactly("configuration.json", "job.avro", "report.html", "report.json", "state");
    String mark = "-Dtrainer.job=" + job.getFileName() + ".";
    await()
        .atMost(Duration.ofMinutes(5))
        .untilAsserted(() -> assertThat(processes(mark)).as("processes of the job").isEmpty());
  }

  /** Deletes what the job has recorded so far, and leaves the rest of its folder. */
  void deleteJournal() throws IOException {
    try (Stream<Path> segments = Files.list(jobs().get(0).resolve("jobs/1/state"))) {
      for (Path segment : segments.toList()) {
        Files.delete(segment);
      }
    }
  }

  /** Processes that the master killed at its end leave their logs where they wrote them. */
  void deleteLogsOfKilled() throws IOException {
    try (Stream<Path> left = Files.walk(jobs().get(0).resolve("local"))) {
      for (Path one : left.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(one);
      }
    }
  }

  private void assertNoOutput() throws IOException {
    assertThat(names(root)).noneMatch(name -> name.startsWith("model") || name.startsWith("._"));
  }

  private List<Path> jobs() throws IOException {
    Path folder = home.resolve(".trainer/jobs");
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> jobs = Files.list(folder)) {
      return jobs.toList();
    }
  }

  /** Names in a folder, without the checksums that Hadoop keeps beside local files. */
  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(name -> !name.endsWith(".crc"))
          .sorted()
          .toList();
    }
  }

  private static Set<String> processes(String mark) {
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      Set<String> found = new TreeSet<>();
      all.map(process -> process.info().commandLine().orElse(""))
          .filter(line -> line.contains(mark))
          .forEach(found::add);
      return found;
    }
  }
}
