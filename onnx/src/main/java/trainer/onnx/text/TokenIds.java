package trainer.onnx.text;

/**
 * The tokens of a text.
 *
 * @param ids in the vocabulary
 * @param types the segment of each, as many as ids
 */
public record TokenIds(long[] ids, long[] types) {
  public int length() {
    return ids.length;
  }
}
