package trainer.it.guide;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.fs.FileUtil;
import trainer.it.cluster.TrainerClient;

/** The data that the commands of a page read. */
final class GuideFiles implements PageFiles {
  private static final int ROWS = 2000;

  /** How the folders of data are generated, by their names. */
  private static final Map<String, String> GENERATED =
      Map.of(
          "clicks/train", "--kind clicks --records 5000 --seed 1",
          "clicks/held-out", "--kind clicks --records 2000 --seed 2",
          "clicks", "--kind clicks --records 5000 --seed 1",
          "held-out", "--kind clicks --records 2000 --seed 2",
          "made/clicks", "--kind clicks --records 5000",
          "made/dense", "--kind dense --records 2000",
          "made/classes", "--kind multiclass --records 2000");

  private final TrainerClient client;
  private final Path folder;

  GuideFiles(TrainerClient client, Path folder) {
    this.client = client;
    this.folder = folder;
  }

  @Override
  public void provide(String name) throws IOException, InterruptedException {
    if (Files.exists(folder.resolve(name))) {
      return;
    }
    if (name.endsWith(".csv")) {
      Files.writeString(folder.resolve(name), csv(!name.equals("new.csv")));
    } else if (name.endsWith(".csv.gz")) {
      try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve(name)))) {
        out.write(csv(true).getBytes(StandardCharsets.UTF_8));
      }
    } else if (name.equals("week")) {
      Files.writeString(Files.createDirectory(folder.resolve(name)).resolve("1.csv"), csv(true));
    } else if (name.matches(".*\\.libsvm|a9a\\..*")) {
      Files.writeString(folder.resolve(name), libsvm());
    } else if (GENERATED.containsKey(name)) {
      run("generate " + GENERATED.get(name) + " --output " + name);
    } else if (name.equals("model")) {
      provide("train.csv");
      run("submit --master local --input train.csv --label income --output model");
    }
  }

  @Override
  public void delete(String output) {
    FileUtil.fullyDelete(folder.resolve(output).toFile());
  }

  private void run(String command) throws IOException, InterruptedException {
    client.run(command.split(" ", -1)).ok();
  }

  private static String csv(boolean isLabelled) {
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder csv = new StringBuilder("id,age,job").append(isLabelled ? ",income\n" : "\n");
    for (int i = 0; i < ROWS; i++) {
      int age = 18 + random.nextInt(60);
      String income = 15 + random.nextInt(30) < age - 18 ? ">50K" : "<=50K";
      csv.append(i).append(',').append(age).append(random.nextBoolean() ? ",clerk" : ",cook");
      csv.append(isLabelled ? "," + income + "\n" : "\n");
    }
    return csv.toString();
  }

  private static String libsvm() {
    SplittableRandom random = new SplittableRandom(2);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      text.append(random.nextInt(2)).append(' ').append(1 + random.nextInt(60)).append(":1 ");
      text.append(61 + random.nextInt(60)).append(":0.5\n");
    }
    return text.toString();
  }
}
