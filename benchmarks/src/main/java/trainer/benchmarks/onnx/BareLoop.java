package trainer.benchmarks.onnx;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The loop that one writes without Trainer: lines of a file, tokens padded to the longest text of a
 * batch, ONNX Runtime, means over the tokens, and lines of numbers. Each thread has a session of
 * one thread and every n-th batch.
 */
public final class BareLoop {
  private static final int MOST_TOKENS = 128;

  private final OrtSession session;
  private final OrtEnvironment environment;
  private final HuggingFaceTokenizer tokenizer;

  private BareLoop(OrtEnvironment environment, OrtSession session, HuggingFaceTokenizer tokenizer) {
    this.environment = environment;
    this.session = session;
    this.tokenizer = tokenizer;
  }

  /**
   * Writes the files, or runs.
   *
   * @param arguments {@code write FOLDER TEXTS}, or {@code run FOLDER THREADS BATCH}, which prints
   *     the seconds
   */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[1]);
    int number = Integer.parseInt(arguments[2]);
    if (arguments[0].equals("write")) {
      Sentences.write(folder, number);
      return;
    }
    long begun = System.nanoTime();
    List<String> lines = Files.readAllLines(folder.resolve(Sentences.TEXTS));
    int batch = Integer.parseInt(arguments[3]);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      int first = i;
      threads.add(new Thread(() -> run(folder, lines, first, number, batch)));
      threads.get(i).start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.printf(Locale.ROOT, "%.2f%n", (System.nanoTime() - begun) / 1e9);
  }

  private static void run(Path folder, List<String> lines, int first, int threads, int batch) {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions();
        HuggingFaceTokenizer tokenizer =
            HuggingFaceTokenizer.builder()
                .optTokenizerPath(folder.resolve(Sentences.TOKENIZER))
                .optMaxLength(MOST_TOKENS)
                .optTruncation(true)
                .optPadding(true)
                .build();
        BufferedWriter out = Files.newBufferedWriter(folder.resolve("bare-" + first))) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      String model = folder.resolve(Sentences.MODEL).toString();
      try (OrtSession session = environment.createSession(model, options)) {
        BareLoop loop = new BareLoop(environment, session, tokenizer);
        for (int from = 1 + first * batch; from < lines.size(); from += threads * batch) {
          loop.score(lines.subList(from, Math.min(from + batch, lines.size())), out);
        }
      }
    } catch (IOException | OrtException e) {
      throw new IllegalStateException(e);
    }
  }

  private void score(List<String> lines, BufferedWriter out) throws OrtException, IOException {
    List<String> texts = lines.stream().map(line -> line.substring(line.indexOf(',') + 1)).toList();
    Encoding[] encodings = tokenizer.batchEncode(texts);
    long[][] ids = new long[encodings.length][];
    long[][] masks = new long[encodings.length][];
    long[][] types = new long[encodings.length][];
    for (int i = 0; i < encodings.length; i++) {
      ids[i] = encodings[i].getIds();
      masks[i] = encodings[i].getAttentionMask();
      types[i] = encodings[i].getTypeIds();
    }
    Map<String, OnnxTensor> inputs =
        Map.of(
            "input_ids", OnnxTensor.createTensor(environment, ids),
            "attention_mask", OnnxTensor.createTensor(environment, masks),
            "token_type_ids", OnnxTensor.createTensor(environment, types));
    try (OrtSession.Result result = session.run(inputs)) {
      float[][][] states = (float[][][]) result.get(0).getValue();
      for (int i = 0; i < states.length; i++) {
        StringJoiner row = new StringJoiner(",");
        row.add(lines.get(i).substring(0, lines.get(i).indexOf(',')));
        for (float mean : means(states[i], masks[i])) {
          row.add(Float.toString(mean));
        }
        out.write(row + "\n");
      }
    } finally {
      OnnxValue.close(inputs);
    }
  }

  /** The means over the tokens of a text. */
  private static float[] means(float[][] states, long[] mask) {
    float[] means = new float[states[0].length];
    int tokens = 0;
    for (int token = 0; token < states.length; token++) {
      if (mask[token] == 1) {
        tokens++;
        for (int i = 0; i < means.length; i++) {
          means[i] += states[token][i];
        }
      }
    }
    for (int i = 0; i < means.length; i++) {
      means[i] /= tokens;
    }
    return means;
  }
}
