package trainer.client.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.client.watch.Json;
import trainer.core.config.Keys;
import trainer.learning.batch.BatchModelFile;
import trainer.learning.batch.RecordBatch;

/**
 * Scores made-up reviews with an encoder of texts.
 *
 * @param count of the texts
 */
public record TextJob(int count) implements DemoJob {
  private static final String MODEL = "texts.onnx";
  private static final String INPUT = "texts.csv";
  private static final String ID = "id";
  private static final String BODY = "body";
  private static final int FEWEST_WORDS = 12;
  private static final int MOST_WORDS = 40;
  private static final List<String> WORDS =
      List.of(
          ("the a this my our their very quite never always and but so because with without on in"
                  + " after before good great poor broken lovely cheap noisy quiet fast slow heavy"
                  + " light hotel room lamp phone train book film meal coffee shoe jacket garden"
                  + " was is seemed felt arrived broke worked looked sounded tasted again today"
                  + " yesterday twice finally we i they it nobody everyone would will not buy"
                  + " recommend return keep love hate")
              .split(" ", -1));

  @Override
  public String name() {
    return "texts";
  }

  @Override
  public void write(FileSystem files, Path folder) throws IOException {
    try (OutputStream out = files.create(new Path(folder, MODEL))) {
      out.write(Encoder.ofTexts(WORDS.size() + 2));
    }
    try (OutputStream out = files.create(new Path(folder, BatchModelFile.TOKENIZER))) {
      out.write(Json.print(tokenizer()).getBytes(StandardCharsets.UTF_8));
    }
    String lines =
        IntStream.range(0, count)
            .mapToObj(i -> i + "," + text(i))
            .collect(Collectors.joining("\n"));
    try (OutputStream out = files.create(new Path(folder, INPUT))) {
      out.write((ID + "," + BODY + "\n" + lines + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  /** A tokenizer of words, in the form of Hugging Face's tokenizers. */
  private static ObjectNode tokenizer() {
    ObjectNode all = Json.object().put("version", "1.0");
    all.putArray("added_tokens");
    all.putObject("pre_tokenizer").put("type", "Whitespace");
    ObjectNode model = all.putObject("model").put("type", "WordLevel").put("unk_token", "[UNK]");
    ObjectNode vocabulary = model.putObject("vocab").put("[PAD]", 0).put("[UNK]", 1);
    WORDS.forEach(word -> vocabulary.put(word, vocabulary.size()));
    return all;
  }

  private static String text(int index) {
    Random random = new Random(index);
    return random
        .ints(FEWEST_WORDS + random.nextInt(MOST_WORDS - FEWEST_WORDS), 0, WORDS.size())
        .mapToObj(WORDS::get)
        .collect(Collectors.joining(" "));
  }

  @Override
  public Map<String, String> settings(Path folder) {
    return Map.of(
        Keys.SCORE_MODEL_URI.name(),
        new Path(folder, MODEL).toString(),
        Keys.INPUT.name(),
        new Path(folder, INPUT).toString(),
        Keys.ONNX_TEXT.name(),
        BODY,
        Keys.SCORE_KEEP.name(),
        ID);
  }

  @Override
  public List<String> records(Path folder) {
    return IntStream.range(0, count).mapToObj(Integer::toString).toList();
  }

  @Override
  public void add(String record, RecordBatch batch) {
    batch.add(new String[] {text(Integer.parseInt(record))});
  }
}
