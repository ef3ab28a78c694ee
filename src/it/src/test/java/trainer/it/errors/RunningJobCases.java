package trainer.it.errors;

import static java.util.stream.Collectors.joining;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import trainer.it.cluster.TrainerClient;

/** Faults that show while a job runs. They take long. */
final class RunningJobCases extends LocalCases {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** More than is parsed before the start, in lines of 7 bytes. */
  private static final int HEAD_BYTES = 70_000;

  RunningJobCases(byte[] avro, Path jar) {
    submit(
        "model-hangs",
        "--jars",
        jar.toString(),
        "--model",
        "com.example.Hanging",
        "-Dtrainer.task.timeout-least=100ms",
        "-Dtrainer.task.max-timeouts=0");
    put("input-changed", place -> disturbed(place, RunningJobCases::replace));
    put("input-vanished", place -> disturbed(place, Files::delete));
    put("journal-deleted", RunningJobCases::withoutJournal);
    input("bad-line", beyondTheHead("0 2:x\n"));
    input("not-a-number", beyondTheHead("0 2:nan\n"));
    input("label-out-of-range", beyondTheHead("7 2:1\n"));
    input("no-record-in-the-end", "\n".repeat(HEAD_BYTES + 1));
    input("feature-beyond-table", "1 1:1\n0 2:1\n", "-Dtrainer.model.args.features=2");
    input(
        "share-too-wide",
        IntStream.range(0, 33_000).mapToObj(i -> " " + i + ":1").collect(joining("", "1", "\n")),
        "--model",
        "softmax",
        "-Dtrainer.model.classes=65536");
    input(
        "too-many-bad-records",
        beyondTheHead("0 2:x\n0 1:1\n8 1:1\n"),
        "-Dtrainer.input.max-bad-records=1");
    put(
        "truncated-avro",
        place -> {
          Path file = place.file("input.avro", Arrays.copyOf(avro, avro.length - 5));
          return place.client().run(place.submit(file));
        });
    put(
        "flipped-bit",
        place -> {
          byte[] flipped = avro.clone();
          flipped[avro.length / 2] ^= 1;
          return place.client().run(place.submit(place.file("input.avro", flipped)));
        });
  }

  private static String beyondTheHead(String lines) {
    return "1 1:10\n".repeat(HEAD_BYTES / 7) + lines;
  }

  private interface Disturbance {
    void to(Path file) throws IOException;
  }

  private static void replace(Path file) throws IOException {
    Files.writeString(file, "1 9:9\n", StandardOpenOption.APPEND);
  }

  /** A change to a file that a running job reads again and again, or to the folder of the job. */
  private static TrainerClient.Result disturbed(Place place, Disturbance what, String... more)
      throws Exception {
    Path input = place.goodInput();
    Path out = place.file("out.txt", "");
    Path err = place.file("err.txt", "");
    String[] endless = {"--epochs", "1000000", "-Dtrainer.worker.cache-mb=0"};
    String[] all = Stream.concat(Stream.of(endless), Stream.of(more)).toArray(String[]::new);
    Process job = place.client().start(out, err, place.submit(input, all));
    await().atMost(PATIENCE).until(() -> Files.readString(out).contains(" RUNNING ["));
    what.to(input);
    if (!job.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      job.destroy();
      throw new AssertionError("the job goes on: " + place.client().result(-1, out, err).told());
    }
    return place.client().result(job.exitValue(), out, err);
  }

  private static TrainerClient.Result withoutJournal(Place place) throws Exception {
    TrainerClient.Result result =
        disturbed(place, input -> place.deleteJournal(), "-Dtrainer.job.dir.patience=1s");
    place.deleteLogsOfKilled();
    return result;
  }
}
