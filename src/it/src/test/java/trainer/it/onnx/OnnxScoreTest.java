package trainer.it.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.TrainerClient;

/** ONNX models score every row once, whatever is lost on the way, by the jars that are shipped. */
class OnnxScoreTest {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int TEXTS = 640;
  private static final int IMAGES = 64;
  private static final String[] WORDS =
      "the cat dog sat mat on a red ship sails home tomorrow prices rise 7 zürich".split(" ");

  @TempDir private static Path home;
  private static TrainerClient client;
  private static String textId;
  private static String imageId;

  @BeforeAll
  static void scoresWithOneWorker() throws Exception {
    client = new TrainerClient(home);
    Files.createDirectory(home.resolve("minilm"));
    copy("/all-minilm-l6-v2-q.onnx", "minilm/minilm.onnx");
    copy("/all-minilm-l6-v2-q-tokenizer.json", "minilm/tokenizer.json");
    Files.write(home.resolve("images.onnx"), SmallModels.ofImages());
    Files.write(home.resolve("columns.onnx"), SmallModels.ofColumns());
    Files.writeString(home.resolve("texts.csv"), texts());
    paint(Files.createDirectory(home.resolve("images")));
    Files.writeString(home.resolve("rows.csv"), "id,a,b\n1,2,3\n2,two,3\n3,4,\n4,5,6\n");
    textId = scoreId(client.run(texts("text-1", "--master", "local")), TEXTS, 0);
    imageId = scoreId(client.run(images("image-1", "--master", "local")), IMAGES, 1);
  }

  private static void copy(String resource, String to) throws IOException {
    try (InputStream in = OnnxScoreTest.class.getResourceAsStream(resource)) {
      Files.copy(in, home.resolve(to));
    }
  }

  private static String texts() {
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder csv = new StringBuilder("id,body\n");
    for (int i = 0; i < TEXTS; i++) {
      csv.append(i).append(',');
      for (int words = 1 + random.nextInt(8); words > 0; words--) {
        csv.append(WORDS[random.nextInt(WORDS.length)]).append(words > 1 ? ' ' : '\n');
      }
    }
    return csv.toString();
  }

  private static void paint(Path folder) throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < IMAGES; i++) {
      BufferedImage image = new BufferedImage(20 + i, 30, BufferedImage.TYPE_INT_RGB);
      for (int at = 0; at < image.getWidth() * 30; at++) {
        image.setRGB(at / 30, at % 30, random.nextInt());
      }
      String format = i % 2 == 0 ? "png" : "jpg";
      ImageIO.write(image, format, folder.resolve(i + "." + format).toFile());
    }
    Files.writeString(folder.resolve("broken.png"), "no image");
  }

  private static String[] texts(String output, String... more) {
    List<String> words = words("minilm/minilm.onnx", "texts.csv", output, more);
    words.addAll(List.of("--keep=id", "-Dtrainer.onnx.text=body"));
    return words.toArray(new String[0]);
  }

  /** One of the files is no image. */
  private static String[] images(String output, String... more) {
    List<String> words = words("images.onnx", "images", output, more);
    words.addAll(List.of("--keep=path", "-Dtrainer.input.max-bad-records=1"));
    return words.toArray(new String[0]);
  }

  private static List<String> words(String model, String input, String output, String... more) {
    List<String> words = new ArrayList<>(List.of("score", "--json"));
    words.addAll(TrainerClient.UNHURRIED);
    words.addAll(List.of("--model", home.resolve(model).toString()));
    words.addAll(List.of("--input", home.resolve(input).toString()));
    words.addAll(List.of("--output", home.resolve(output).toString()));
    words.add("-Dtrainer.block.records=20");
    words.addAll(List.of(more));
    return words;
  }

  private static String scoreId(TrainerClient.Result result, int rows, int broken) {
    JsonNode report = result.ok().json();
    assertThat(report.at("/scores/rows").asInt()).as(report::toPrettyString).isEqualTo(rows);
    assertThat(report.path("badRecords").asInt()).isEqualTo(broken);
    return report.at("/scores/scoreId").asText();
  }

  /** The first fields of all rows, in the order of the texts. */
  private static List<String> names(String output) throws IOException {
    List<String> names = new ArrayList<>();
    try (Stream<Path> files = Files.list(home.resolve(output))) {
      for (Path file : files.filter(one -> one.toString().endsWith(".csv")).toList()) {
        List<String> lines = Files.readAllLines(file);
        lines.subList(1, lines.size()).forEach(line -> names.add(line.split(",", -1)[0]));
      }
    }
    return names;
  }

  @Test
  void everyRowHasTheOutputsOfItsRecord() throws Exception {
    assertThat(names("text-1")).hasSize(TEXTS).doesNotHaveDuplicates();
    assertThat(names("image-1"))
        .hasSize(IMAGES)
        .doesNotHaveDuplicates()
        .allMatch(path -> path.startsWith("file:") && path.contains("/images/"))
        .noneMatch(path -> path.endsWith("/broken.png"));
    try (Stream<Path> files = Files.list(home.resolve("image-1"))) {
      Path file = files.filter(one -> one.toString().endsWith(".csv")).findFirst().orElseThrow();
      assertThat(Files.readAllLines(file).get(0)).isEqualTo("path,y_0,y_1,y_2,y_3");
    }
  }

  @Test
  void aKilledWorkerCostsNoText() throws Exception {
    Path out = home.resolve("killed.out");
    Path err = home.resolve("killed.err");
    Process command =
        client.start(out, err, texts("text-2", "--master", "local", "--workers", "2"));
    await("rows of a file").atMost(PATIENCE).until(() -> hasRows() || !command.isAlive());
    worker(Files.readString(err)).destroyForcibly();
    assertThat(scoreId(client.result(command.waitFor(), out, err), TEXTS, 0)).isEqualTo(textId);
    assertThat(client.result(0, out, err).json().path("containers").size())
        .as("containers, with one in the place of the one that was killed")
        .isEqualTo(3);
    assertThat(names("text-2")).hasSize(TEXTS).doesNotHaveDuplicates();
  }

  private static boolean hasRows() throws IOException {
    try (Stream<Path> all = Files.walk(home, 2)) {
      return all.filter(file -> file.getFileName().toString().startsWith("part-"))
          .anyMatch(file -> file.getParent().toString().endsWith("-rows"));
    }
  }

  private static ProcessHandle worker(String told) {
    Matcher job = Pattern.compile("local_\\d+_\\d+\\.1").matcher(told);
    assertThat(job.find()).as(told).isTrue();
    String mark = "-Dtrainer.job=" + job.group() + " -Dtrainer.role=worker -Dtrainer.index=1 ";
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.filter(one -> one.info().command().orElse("").endsWith("/java"))
          .filter(one -> one.info().commandLine().orElse("").contains(mark))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void aWorkerThatDiesWithAFileCostsNoImage() throws Exception {
    Path once = Files.createDirectory(home.resolve("once"));
    TrainerClient dying = client.dyingAt("worker.beforeFileClosed@" + once);
    String[] words = images("image-2", "--master", "local", "--workers", "2");
    assertThat(scoreId(dying.run(words), IMAGES, 1)).isEqualTo(imageId);
    assertThat(once.toFile().list()).hasSize(1);
    assertThat(names("image-2")).hasSize(IMAGES).doesNotHaveDuplicates();
  }

  @Test
  void aPoolGivesTheSameRowsForBothModels() throws Exception {
    Path out = home.resolve("pool.out");
    Path err = home.resolve("pool.err");
    List<String> words = List.of("session", "start", "--json", "--master", "local");
    List<String> pool = new ArrayList<>(words);
    pool.addAll(List.of("--workers", "2", "-Dtrainer.worker.native-mb=500"));
    pool.addAll(List.of("-Dtrainer.overcommit=true", "-Dtrainer.heartbeat.timeout=5m"));
    Process command = client.start(out, err, pool.toArray(new String[0]));
    await("the session").atMost(PATIENCE).until(() -> Files.readString(out).contains("}"));
    String session = client.result(0, out, err).json().path("sessionId").asText();
    String[] text = texts("text-3", "--session", session, "--detach");
    client.run(text).ok();
    assertThat(scoreId(client.run(images("image-3", "--session", session)), IMAGES, 1))
        .isEqualTo(imageId);
    await("the texts")
        .atMost(PATIENCE)
        .until(() -> status(session).path("state").asText().equals("EXITED"));
    assertThat(status(session).at("/scores/scoreId").asText()).isEqualTo(textId);
    assertThat(names("text-3")).hasSize(TEXTS).doesNotHaveDuplicates();
    assertThat(names("image-3")).hasSize(IMAGES).doesNotHaveDuplicates();
    tooManyBrokenRecordsEndAJob(session);
    client.run("session", "stop", session).ok();
    assertThat(command.waitFor()).isZero();
  }

  private static JsonNode status(String session) throws Exception {
    return client.run("status", "--json", session + ".1").ok().json();
  }

  private static void tooManyBrokenRecordsEndAJob(String session) throws Exception {
    List<String> words = words("columns.onnx", "rows.csv", "failed", "--session", session);
    words.add("-Dtrainer.onnx.columns=features=a,b");
    TrainerClient.Result failed = client.run(words.toArray(new String[0]));
    assertThat(failed.exitCode()).as(failed::told).isEqualTo(1);
    assertThat(failed.err())
        .contains("column a is 'two', no number")
        .contains("rows.csv, block at byte 7, record 1");
    assertThat(home.resolve("failed")).doesNotExist();
  }
}
