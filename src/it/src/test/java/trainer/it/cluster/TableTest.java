package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables with texts, numbers and missing values, from CSV to a model and its metrics. */
class TableTest {
  private static final int RECORDS = 6000;

  @TempDir private static Path home;
  private static TrainerClient client;
  private static JsonNode first;

  @BeforeAll
  static void trainsOnce() throws Exception {
    client = new TrainerClient(home);
    Files.writeString(home.resolve("people.csv"), people(1));
    Files.writeString(home.resolve("others.csv"), people(2));
    first = train("first", "--workers", "1").json();
  }

  /** Incomes that depend on age, job and pay; a tenth of the pay is missing. */
  private static String people(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> jobs =
        List.of("clerk", "nurse", "\"cook, \"\"chef\"\"\"", "\"two\nlines\"", "Łódź");
    StringBuilder csv = new StringBuilder("id,age,job,pay,income\r\n");
    for (int i = 0; i < RECORDS; i++) {
      int age = 18 + random.nextInt(60);
      int job = random.nextInt(jobs.size());
      boolean paid = random.nextInt(10) > 0;
      double pay = 1000 + 1e6 * Math.pow(random.nextDouble(), 4);
      double odds = (age - 45) / 8.0 + 2 * (job - 2) + (paid ? (pay - 2e5) / 2e5 : 0);
      boolean isRich = random.nextDouble() < 1 / (1 + Math.exp(2 - odds));
      csv.append(i).append(',').append(age).append(',').append(jobs.get(job)).append(',');
      csv.append(paid ? Double.toString(pay) : "").append(isRich ? ",>50K\r\n" : ",<=50K\r\n");
    }
    return csv.toString();
  }

  private static TrainerClient.Result train(String output, String... more) throws Exception {
    return train(client, output, more);
  }

  private static TrainerClient.Result train(TrainerClient with, String output, String... more)
      throws Exception {
    List<String> args =
        new ArrayList<>(
            List.of(
                "submit",
                "--json",
                "-Dtrainer.block.records=100",
                "--output",
                home.resolve(output).toString()));
    args.addAll(TrainerClient.UNHURRIED);
    if (!List.of(more).contains("--epochs")) {
      args.addAll(List.of("--epochs", "5"));
    }
    if (!List.of(more).contains("--input")) {
      args.addAll(List.of("--input", home.resolve("people.csv").toString()));
    }
    if (!List.of(more).contains("--label")) {
      args.addAll(List.of("--label", "income", "--features=-id"));
    }
    if (!List.of(more).contains("--master")) {
      args.addAll(List.of("--master", "local"));
    }
    args.addAll(List.of(more));
    return with.run(args.toArray(new String[0])).ok();
  }

  private static String evaluated(Path input, String... more) throws Exception {
    List<String> args =
        new ArrayList<>(List.of("evaluate", "--model", home.resolve("first").toString()));
    args.addAll(List.of("--input", input.toString()));
    args.addAll(List.of(more));
    return client.run(args.toArray(new String[0])).ok().out();
  }

  @Test
  void rawRecordsAreScoredAsTheyWereTrained() throws Exception {
    assertThat(first.path("records").asLong()).isEqualTo(RECORDS);
    assertThat(evaluated(home.resolve("others.csv")))
        .contains("records: " + RECORDS)
        .containsPattern("AUC: 0\\.9[0-9]+");
  }

  @Test
  void oneDayOfATableIsScored() throws Exception {
    Path days = home.resolve("days");
    for (String day : List.of("dt=1", "dt=2")) {
      Files.createDirectories(days.resolve(day));
      Files.writeString(days.resolve(day).resolve("a.csv"), people(day.equals("dt=1") ? 2 : 3));
    }
    assertThat(evaluated(days)).contains("records: " + 2 * RECORDS);
    assertThat(evaluated(days, "--where", "dt=1")).isEqualTo(evaluated(home.resolve("others.csv")));
  }

  @Test
  void theOrderOfColumnsDecidesNothing() throws Exception {
    List<String> turned = new ArrayList<>();
    String all =
        people(2).replace("\"two\nlines\"", "two lines").replace("\"cook, \"\"chef\"\"\"", "cook");
    for (String line : all.strip().split("\r\n", -1)) {
      String[] fields = line.split(",", -1);
      turned.add(String.join(",", fields[4], fields[3], fields[0], fields[2], fields[1]));
    }
    Path one = Files.writeString(home.resolve("one.csv"), all);
    Path other = Files.write(home.resolve("other.csv"), turned);
    assertThat(evaluated(other)).isEqualTo(evaluated(one));
  }

  @Test
  void moreProcessesGiveTheSameModel() throws Exception {
    assertSame(train("more", "--workers", "2", "--pservers", "2"));
  }

  @Test
  void aCompressedFileGivesTheSameModel() throws Exception {
    Path stored = home.resolve("people.csv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(stored))) {
      Files.copy(home.resolve("people.csv"), out);
    }
    assertSame(train("gz", "--workers", "2", "--input", stored.toString()));
  }

  @Test
  void lossesInTheFirstPassGiveTheSameModel() throws Exception {
    Path once = Files.createDirectory(home.resolve("once"));
    String points = "worker.duringMeasure:3@" + once + ",master.afterMeasured:20@" + once;
    TrainerClient dying = client.dyingAt(points);
    TrainerClient.Result result = train(dying, "lost", "--workers", "2", "--master", "embedded");
    assertSame(result);
    assertThat(once.toFile().list()).as(result::told).hasSize(2);
    assertThat(result.json().path("term").asLong()).as(result::told).isEqualTo(2);
  }

  @Test
  void theSamePartOfTheRecordsIsHeldOutByAnyWorkers() throws Exception {
    String[] part = {"--validation", "20%", "-Dtrainer.input.negatives=0.5"};
    JsonNode one = train("part", part).json();
    JsonNode two =
        train("part-of-two", part[0], part[1], part[2], "--workers", "2", "--pservers", "2").json();
    assertThat(two.path("modelId")).isEqualTo(one.path("modelId"));
    assertThat(two.path("metrics").path("validation"))
        .isEqualTo(one.path("metrics").path("validation"));
    assertThat(one.path("metrics").path("validation").path("records").asLong())
        .isBetween(RECORDS * 18L / 100, RECORDS * 22L / 100);
  }

  private static void assertSame(TrainerClient.Result result) {
    assertThat(result.json().path("modelId").asText())
        .as(result::told)
        .isEqualTo(first.path("modelId").asText());
  }

  @Test
  void theColumnsArePrintedBeforeTheStart() throws Exception {
    String printed =
        client
            .run(
                "submit",
                "--dry-run",
                "--master",
                "local",
                "--input",
                home.resolve("people.csv").toString(),
                "--label",
                "income",
                "--features",
                "age,job,pay:log",
                "--output",
                home.resolve("never").toString())
            .ok()
            .out();
    assertThat(printed.lines().map(String::strip).toList())
        .anyMatch(line -> line.matches("id +number +- +0 +[0-9,]+ +0"))
        .anyMatch(line -> line.matches("age +number +number, standardised +0 +60 +[0-9]+"))
        .anyMatch(line -> line.matches("pay +number +log +[1-9][0-9]* +[0-9,]+ +[0-9.]+"))
        .anyMatch(
            line -> line.matches("income +text +label, '>50K' is 1 \\(the rarer one\\) +0 +2 +.*"))
        .contains("every check has passed; nothing was started");
  }

  @Test
  void aRecordOfWeightTwoIsTwoRecords() throws Exception {
    StringBuilder weighted = new StringBuilder("w,x,label\n");
    StringBuilder doubled = new StringBuilder("w,x,label\n");
    SplittableRandom random = new SplittableRandom(5);
    int weights = 0;
    for (int i = 0; i < 500; i++) {
      int weight = 1 + random.nextInt(2);
      String rest = "," + random.nextInt(5) + "," + random.nextInt(2) + "\n";
      weighted.append(weight).append(rest);
      doubled.append(("1" + rest).repeat(weight));
      weights += weight;
    }
    Path one = Files.writeString(home.resolve("weighted.csv"), weighted);
    Path two = Files.writeString(home.resolve("doubled.csv"), doubled);
    // the first step's gradients are halves, whose sums are exact however the blocks are cut
    assertThat(ofWeights(one, "1").path("modelId")).isEqualTo(ofWeights(two, "1").path("modelId"));
    assertThat(logLoss(ofWeights(one, "5"))).isCloseTo(logLoss(ofWeights(two, "5")), within(1e-6));
    String model = home.resolve("doubled.csv.5").toString();
    JsonNode ofOne = evaluation(model, one);
    JsonNode ofTwo = evaluation(model, two);
    assertThat(ofOne.path("records").asLong()).isEqualTo(500);
    assertThat(ofOne.path("weight").asDouble()).isEqualTo(weights);
    assertThat(ofTwo.path("records").asLong()).isEqualTo(weights);
    assertThat(ofTwo.has("weight")).isFalse();
    for (String mean : List.of("logLoss", "accuracy", "baseRateLogLoss")) {
      assertThat(ofOne.path(mean).asDouble())
          .as(mean)
          .isPositive()
          .isCloseTo(ofTwo.path(mean).asDouble(), within(1e-6));
    }
  }

  /** Trains on the whole input at each step, so that only the blocks differ. */
  private static JsonNode ofWeights(Path input, String epochs) throws Exception {
    return train(
            input.getFileName() + "." + epochs,
            "--epochs",
            epochs,
            "--features",
            "x:category",
            "--label",
            "label",
            "--weight",
            "w",
            "--optimizer",
            "sgd",
            "-Dtrainer.minibatch.blocks=99",
            "--input",
            input.toString())
        .json();
  }

  private static double logLoss(JsonNode report) {
    return report.path("metrics").path("train").path("logLoss").asDouble();
  }

  private static JsonNode evaluation(String model, Path input) throws Exception {
    return client
        .run("evaluate", "--json", "--model", model, "--input", input.toString())
        .ok()
        .json();
  }
}
