package trainer.it.errors;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import trainer.client.submit.Machine;
import trainer.container.files.OutputClaim;
import trainer.container.files.ProcessMark;

/** Outputs that cannot be written, and machines that are too small. */
final class OutputCases extends LocalCases {
  OutputCases() {
    output("host-before-local-path", "file://models/clicks");
    output("host-missing", "hdfs:///models");
    put(
        "output-exists",
        place -> {
          Path there = place.file("there/part", "").getParent();
          return place.client().run(place.submitTo(there, place.goodInput()));
        });
    put(
        "output-claimed",
        place -> {
          Path output = place.file("claimed/other", "").resolveSibling("model");
          // This process lives for as long as the case is played.
          ProcessMark alive = ProcessMark.of(Machine.name(), ProcessHandle.current().pid());
          org.apache.hadoop.fs.Path claimed = new org.apache.hadoop.fs.Path(output.toUri());
          new OutputClaim("local_1_2.1", "bob", "", alive)
              .put(claimed.getFileSystem(new Configuration(false)), claimed);
          return place.client().run(place.submitTo(output, place.goodInput()));
        });
    put(
        "more-than-the-machine",
        place -> place.client().run(place.submit(place.goodInput(), "--workers", "10000")));
    limited("few-open-files", "-n 200");
    limited("few-processes", "-u 100");
    limited("small-files", "-f 1024");
    put(
        "output-dangling",
        place -> {
          Path link = place.file("links/other", "").resolveSibling("model");
          Files.createSymbolicLink(link, Path.of("nowhere"));
          return place.client().run(place.submitTo(link, place.goodInput()));
        });
    put(
        "output-takes-nothing",
        place -> place.client().run(place.submitTo(Path.of("/proc/model"), place.goodInput())));
    put(
        "output-below-a-file",
        place -> {
          Path file = place.goodInput();
          return place.client().run(place.submitTo(file.resolve("model"), file));
        });
    put(
        "job-dir-below-a-file",
        place ->
            place
                .client()
                .run(
                    place.submit(
                        place.goodInput(),
                        "-Dtrainer.job.dir=" + place.goodInput().resolve("jobs"))));
  }

  private void output(String name, String output) {
    put(
        name,
        place -> {
          String input = place.goodInput().toString();
          return place
              .client()
              .run("submit", "--master", "local", "--input", input, "--output", output);
        });
  }

  private void limited(String name, String limit) {
    put(name, place -> place.client().limitedBy(limit).run(place.submit(place.goodInput())));
  }
}
