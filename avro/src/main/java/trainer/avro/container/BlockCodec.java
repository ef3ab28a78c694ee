package trainer.avro.container;

import java.io.IOException;
import java.util.Optional;

/** A decompressor of single container blocks. Confined to one thread. */
@FunctionalInterface
public interface BlockCodec {
  /** The name of the codec that detects every flipped bit. */
  String SNAPPY = "snappy";

  /**
   * Decompresses {@code in} into {@code out}; {@code out} may then share the array of {@code in}.
   *
   * @throws DamagedContainerException if these are not bytes of this codec
   * @throws OversizedBlockException if they decompress to too many bytes
   * @throws SnappyUnavailableException if the native code is missing
   */
  void decompress(GrowingBytes in, GrowingBytes out) throws IOException;

  /**
   * The codec of this name, if it is one that needs no library beyond Avro's.
   *
   * @param most the most bytes a block may decompress to
   */
  static Optional<BlockCodec> named(String name, int most) {
    return Optional.ofNullable(
        switch (name) {
          case "null" -> (in, out) -> out.share(in);
          case "deflate" -> new DeflateCodec(most);
          case SNAPPY -> new SnappyCodec(most);
          default -> null;
        });
  }
}
