package trainer.it.errors;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import trainer.it.cluster.TrainerClient;
import trainer.it.onnx.SmallModels;

/** ONNX models, and inputs that do not fit them. */
final class OnnxCases extends LocalCases {
  private static final String COLUMNS = "-Dtrainer.onnx.columns=features=age,pay";

  OnnxCases() {
    put("onnx-missing", place -> score(place, place.root().resolve("m.onnx")));
    put("onnx-folder", place -> score(place, place.file("m.onnx/model", "").getParent()));
    put("onnx-damaged", place -> score(place, place.file("m.onnx", damaged())));
    put("onnx-library-missing", OnnxCases::withoutLibrary);
    put("node-unfit", OnnxCases::onAnotherProcessor);
    columns("onnx-no-columns");
    columns("onnx-wrong-column", "-Dtrainer.onnx.columns=features=agee,pay");
    columns("onnx-native-memory", COLUMNS, "-Dtrainer.worker.native-mb=16");
    columns("onnx-label", COLUMNS, "-Dtrainer.label=pay");
    columns("onnx-metrics-alone", COLUMNS, "--output-format=none");
    put("onnx-no-text", place -> score(place, tokens(place)));
    put("onnx-no-tokenizer", place -> score(place, tokens(place), "-Dtrainer.onnx.text=pay"));
    put("onnx-images-as-csv", place -> score(place, images(place), "--format=csv"));
    put("onnx-bad-number", OnnxCases::badNumber);
    put("onnx-bad-image", place -> score(place, images(place)));
  }

  private void columns(String name, String... more) {
    put(name, place -> score(place, place.file("m.onnx", SmallModels.ofColumns()), more));
  }

  private static Path tokens(Place place) throws Exception {
    return place.file("m.onnx", SmallModels.ofTokens());
  }

  private static Path images(Place place) throws Exception {
    return place.file("m.onnx", SmallModels.ofImages());
  }

  private static byte[] damaged() {
    byte[] model = SmallModels.ofImages();
    return Arrays.copyOf(model, model.length / 2);
  }

  private static TrainerClient.Result score(Place place, Path model, String... more)
      throws Exception {
    return score(place.client(), place, model, more);
  }

  private static TrainerClient.Result score(
      TrainerClient client, Place place, Path model, String... more) throws Exception {
    Path input = place.file("input.csv", "age,pay\n41,2\n5,7.5\n");
    return client.run(words(place, model, input, more));
  }

  private static String[] words(Place place, Path model, Path input, String... more) {
    List<String> words =
        new ArrayList<>(List.of("score", "--master", "local", "--model", model.toString()));
    words.addAll(List.of("--input", input.toString(), "--output", place.output().toString()));
    words.addAll(List.of(more));
    return words.toArray(new String[0]);
  }

  private static TrainerClient.Result withoutLibrary(Place place) throws Exception {
    Path model = place.file("m.onnx", SmallModels.ofColumns());
    Path folder = Files.createDirectory(place.root().resolve("alone"));
    return score(place.client().installedIn(folder), place, model, COLUMNS);
  }

  private static TrainerClient.Result onAnotherProcessor(Place place) throws Exception {
    Path model = place.file("m.onnx", SmallModels.ofColumns());
    TrainerClient client = place.client().with(Map.of("TRAINER_CLIENT_OPTS", "-Dos.arch=riscv64"));
    return score(client, place, model, COLUMNS);
  }

  private static TrainerClient.Result badNumber(Place place) throws Exception {
    Path model = place.file("m.onnx", SmallModels.ofColumns());
    Path input = place.file("rows.csv", "age,pay\n41,2\n5,many\n");
    return place.client().run(words(place, model, input, COLUMNS));
  }
}
