package trainer.client.demo;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import trainer.client.export.OnnxGraph;

/**
 * Writes encoders of transformers as ONNX models, with random weights of a fixed seed: they compute
 * as much as trained ones of their size. The layers are those of Vaswani et al., "Attention Is All
 * You Need" (2017), each normalised before it; images are cut into patches as by Dosovitskiy et
 * al., "An Image Is Worth 16x16 Words" (2021).
 */
final class Encoder {
  /** Pixels of an image's side. */
  static final int SIDE = 96;

  private static final int PATCH = 12;
  private static final int PATCHES = (SIDE / PATCH) * (SIDE / PATCH);
  private static final int WIDTH = 256;
  private static final int HEADS = 4;
  private static final int LAYERS = 4;
  private static final int MOST_TOKENS = 128;
  private static final int CLASSES = 10;
  private static final int TEXT_NUMBERS = 32;
  private static final float FAR_BELOW = -1e9f;

  private final OnnxGraph graph = new OnnxGraph("value");
  private final Random random = new Random(1);

  private Encoder() {}

  /**
   * An encoder of texts: token ids and their mask, of shape {records, tokens}, to {records, tokens,
   * 32}.
   */
  static byte[] ofTexts(int vocabulary) {
    return new Encoder().texts(vocabulary);
  }

  /** A classifier of images: pixels of shape {records, 3, 96, 96} to {records, 10}. */
  static byte[] ofImages() {
    return new Encoder().images();
  }

  private byte[] texts(int vocabulary) {
    String ids = graph.input("input_ids", OnnxGraph.Type.INT64, OnnxGraph.OPEN);
    String mask = graph.input("attention_mask", OnnxGraph.Type.INT64, OnnxGraph.OPEN);
    String tokens = graph.node("Gather", weights(1, vocabulary, WIDTH), ids);
    String length = graph.node("Shape", Map.of("start", 1L), ids);
    String places = graph.node("Slice", weights(1, MOST_TOKENS, WIDTH), graph.integers(0), length);
    String absent = graph.node("Sub", constant(1), graph.cast(mask, OnnxGraph.Type.FLOAT));
    String added =
        graph.node(
            "Unsqueeze", graph.node("Mul", absent, constant(FAR_BELOW)), graph.integers(1, 2));
    String states = layers(graph.node("Add", tokens, places), added);
    String numbers = graph.node("MatMul", states, weights(WIDTH, WIDTH, TEXT_NUMBERS));
    graph.output(numbers, "embedding", OnnxGraph.Type.FLOAT, OnnxGraph.OPEN, TEXT_NUMBERS);
    return graph.toModel("an encoder of texts with random weights", Map.of());
  }

  private byte[] images() {
    String pixels = graph.input("pixels", OnnxGraph.Type.FLOAT, 3, SIDE, SIDE);
    String kernel = weights(3 * PATCH * PATCH, WIDTH, 3, PATCH, PATCH);
    String patches =
        graph.nodeOfList("Conv", "strides", List.of((long) PATCH, (long) PATCH), pixels, kernel);
    String flat = graph.node("Reshape", patches, graph.integers(0, WIDTH, PATCHES));
    String tokens = transposed(flat, 0, 2, 1);
    String states = layers(graph.node("Add", tokens, weights(1, PATCHES, WIDTH)), null);
    String mean = graph.node("ReduceMean", Map.of("keepdims", 0L), states, graph.integers(1));
    String scores = graph.node("MatMul", mean, weights(WIDTH, WIDTH, CLASSES));
    graph.output(scores, "scores", OnnxGraph.Type.FLOAT, CLASSES);
    return graph.toModel("a classifier of images with random weights", Map.of());
  }

  /**
   * The layers.
   *
   * @param mask is added to the scores of attention; null for none
   */
  private String layers(String tokens, String mask) {
    String states = tokens;
    for (int i = 0; i < LAYERS; i++) {
      states = graph.node("Add", states, attention(normalised(states), mask));
      String wide = dense(normalised(states), WIDTH, 4 * WIDTH);
      states = graph.node("Add", states, dense(graph.node("Gelu", wide), 4 * WIDTH, WIDTH));
    }
    return normalised(states);
  }

  private String attention(String states, String mask) {
    String queries = transposed(heads(dense(states, WIDTH, WIDTH)), 0, 2, 1, 3);
    String keys = transposed(heads(dense(states, WIDTH, WIDTH)), 0, 2, 3, 1);
    String values = transposed(heads(dense(states, WIDTH, WIDTH)), 0, 2, 1, 3);
    String scale = constant((float) (1 / Math.sqrt((double) WIDTH / HEADS)));
    String scores = graph.node("Mul", graph.node("MatMul", queries, keys), scale);
    String seen = mask == null ? scores : graph.node("Add", scores, mask);
    String mixed = graph.node("MatMul", graph.node("Softmax", seen), values);
    String joined =
        graph.node("Reshape", transposed(mixed, 0, 2, 1, 3), graph.integers(0, 0, WIDTH));
    return dense(joined, WIDTH, WIDTH);
  }

  /** {records, tokens, width} as {records, tokens, heads, width of a head}. */
  private String heads(String states) {
    return graph.node("Reshape", states, graph.integers(0, 0, HEADS, WIDTH / HEADS));
  }

  private String transposed(String value, long... order) {
    List<Long> places = Arrays.stream(order).boxed().toList();
    return graph.nodeOfList("Transpose", "perm", places, value);
  }

  private String normalised(String states) {
    float[] ones = new float[WIDTH];
    Arrays.fill(ones, 1);
    return graph.node("LayerNormalization", states, graph.floats(ones, WIDTH));
  }

  private String dense(String states, int from, int to) {
    return graph.node("MatMul", states, weights(from, from, to));
  }

  private String constant(float number) {
    return graph.floats(new float[] {number});
  }

  /** Normal random numbers whose sums over so many inputs have a variance of 1. */
  private String weights(int inputs, long... shape) {
    int size = 1;
    for (long side : shape) {
      size *= (int) side;
    }
    float[] numbers = new float[size];
    double scale = 1 / Math.sqrt(inputs);
    for (int i = 0; i < size; i++) {
      numbers[i] = (float) (random.nextGaussian() * scale);
    }
    return graph.floats(numbers, shape);
  }
}
