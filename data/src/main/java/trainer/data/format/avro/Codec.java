package trainer.data.format.avro;

import java.io.IOException;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** A decompressor of single container blocks. Confined to one thread. */
interface Codec {
  /**
   * Decompresses {@code in.array[in.from .. in.to-1]} into {@code out}; {@code out} may then share
   * the array of {@code in}.
   *
   * @throws IOException if these are not bytes of this codec
   * @throws FailureException RECORD_TOO_LARGE
   */
  void decompress(GrowingBytes in, GrowingBytes out) throws IOException;

  /**
   * The codec that a container's header names.
   *
   * @param most the most bytes a block may decompress to
   * @throws FailureException INPUT_BAD_FILE if this codec is not supported here
   */
  static Codec named(String name, int most, String path) {
    return switch (name) {
      case "null" ->
          (in, out) -> {
            out.array = in.array;
            out.from = in.from;
            out.to = in.to;
          };
      case "deflate" -> new DeflateCodec(most);
      case "snappy" -> new SnappyCodec(most);
      case "bzip2" -> StreamCodec.bzip2(most);
      case "zstandard" -> {
        if (!StreamCodec.hasZstandard()) {
          throw unknown(name, path);
        }
        yield StreamCodec.zstandard(most);
      }
      default -> throw unknown(name, path);
    };
  }

  private static FailureException unknown(String name, String path) {
    return new FailureException(
        FailureKind.INPUT_BAD_FILE,
        "codec " + name + " cannot be read here",
        path,
        "write it with snappy, deflate, bzip2 or null");
  }

  /** The failure of a block larger than {@code most}. */
  static FailureException tooLarge(int most) {
    return new FailureException(
        FailureKind.RECORD_TOO_LARGE,
        "a block decompresses to more than " + most + " bytes",
        "",
        "raise trainer.input.max-record-bytes or write smaller blocks");
  }
}
