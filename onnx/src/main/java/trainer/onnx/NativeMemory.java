package trainer.onnx;

import java.util.List;

/**
 * An estimate of the memory that a model takes outside the heap: the library, the model with its
 * rearranged weights, and the intermediate results of a batch, which the model does not state. They
 * are taken as a number of floats for each element of the input; those of images are by
 * measurements of small convolutional networks, those of tokens by ones of small transformers.
 */
final class NativeMemory {
  private static final long MB = 1 << 20;
  private static final long LIBRARY_MB = 64;
  private static final long BYTES_AN_IMAGE_ELEMENT = 340;
  private static final long BYTES_A_TOKEN = 64 << 10;
  private static final long BYTES_A_FIELD = 1 << 10;

  private NativeMemory() {}

  static int megabytes(long modelBytes, List<InputUse> inputs, int batch) {
    long bytes = 2 * modelBytes;
    for (InputUse use : inputs) {
      bytes += use.elements() * batch * bytesOf(use);
    }
    return (int) Math.min(Integer.MAX_VALUE, LIBRARY_MB + (bytes + MB - 1) / MB);
  }

  private static long bytesOf(InputUse use) {
    if (use.takesFiles()) {
      return BYTES_AN_IMAGE_ELEMENT;
    }
    return use instanceof TextInput ? BYTES_A_TOKEN : BYTES_A_FIELD;
  }
}
