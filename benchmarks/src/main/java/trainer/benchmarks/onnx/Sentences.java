package trainer.benchmarks.onnx;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** A model of sentences, its tokenizer, and texts for it. */
final class Sentences {
  static final String MODEL = "minilm.onnx";
  static final String TOKENIZER = "tokenizer.json";
  static final String TEXTS = "texts.csv";

  private static final int WORDS = 5000;
  private static final int FEWEST = 5;
  private static final int MOST = 40;

  private Sentences() {}

  /** Writes the files. */
  static void write(Path folder, int texts) throws IOException {
    copy("/all-minilm-l6-v2-q.onnx", folder.resolve(MODEL));
    copy("/all-minilm-l6-v2-q-tokenizer.json", folder.resolve(TOKENIZER));
    Random random = new Random(7);
    List<String> words = new ArrayList<>();
    for (int i = 0; i < WORDS; i++) {
      words.add(
          random
              .ints(2 + random.nextInt(8), 'a', 'z' + 1)
              .mapToObj(Character::toString)
              .collect(Collectors.joining()));
    }
    List<String> lines = new ArrayList<>();
    lines.add("id,body");
    for (int i = 0; i < texts; i++) {
      lines.add(
          i
              + ","
              + random
                  .ints(FEWEST + random.nextInt(MOST - FEWEST), 0, WORDS)
                  .mapToObj(words::get)
                  .collect(Collectors.joining(" ")));
    }
    Files.write(folder.resolve(TEXTS), lines);
  }

  private static void copy(String resource, Path file) throws IOException {
    try (InputStream in = Sentences.class.getResourceAsStream(resource)) {
      Files.copy(in, file);
    }
  }
}
