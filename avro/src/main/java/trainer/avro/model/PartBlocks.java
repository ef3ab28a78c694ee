package trainer.avro.model;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import trainer.avro.container.BlockCodec;
import trainer.avro.container.ContainerEndException;
import trainer.avro.container.ContainerHeader;
import trainer.avro.container.ContainerReader;
import trainer.avro.container.DamagedContainerException;
import trainer.avro.container.GrowingBytes;
import trainer.avro.container.StreamBytes;
import trainer.core.failure.FailureException;

/** The blocks of a part file, one after the other; a damage names the block's first byte. */
final class PartBlocks implements Closeable {
  private static final int MOST_ENTRY_BYTES = 1 << 20;
  private static final int MOST_BLOCK_BYTES = 1 << 24;

  private final StreamBytes in;
  private final String name;
  private final ContainerHeader header;
  private final ContainerReader reader;
  private long offset;

  /** Reads the header. */
  PartBlocks(InputStream stream, String name) throws IOException {
    this.in = new StreamBytes(stream);
    this.name = name;
    try {
      this.header = ContainerHeader.read(in, MOST_ENTRY_BYTES);
    } catch (ContainerEndException e) {
      throw CorruptModel.at(name, 0, "the file ends inside its header");
    } catch (DamagedContainerException e) {
      throw CorruptModel.at(name, 0, e.getMessage());
    }
    BlockCodec codec =
        BlockCodec.named(header.codec(), MOST_BLOCK_BYTES)
            .orElseThrow(
                () ->
                    CorruptModel.at(
                        name,
                        0,
                        "codec '" + header.codec() + "' is not one that models are written with"));
    this.reader = new ContainerReader(in, header, codec, MOST_BLOCK_BYTES);
  }

  /** A value of the header, null when it is absent. */
  String metadata(String key) {
    return header.metadata().get(key);
  }

  /** Whether each block has a checksum, so that only the header can be wrong unnoticed. */
  boolean isChecked() {
    return header.codec().equals(BlockCodec.SNAPPY);
  }

  /**
   * Reads the next block.
   *
   * @return its unpacked bytes, valid until the next call; null at the end of the file
   */
  GrowingBytes next() throws IOException {
    offset = in.position();
    if (in.isAtEnd()) {
      return null;
    }
    try {
      reader.readNumbers();
      if (reader.size() > MOST_BLOCK_BYTES) {
        throw damaged("a block of " + reader.size() + " bytes");
      }
      return reader.readPayload();
    } catch (ContainerEndException e) {
      throw damaged("the file ends inside a block");
    } catch (DamagedContainerException e) {
      throw damaged("the block " + e.getMessage());
    }
  }

  /** The number of rows that the block announces. */
  int rows() {
    return reader.records();
  }

  /** The position in the file at which the block begins. */
  long offset() {
    return offset;
  }

  /** The failure of a damage in this block. */
  FailureException damaged(String what) {
    return CorruptModel.at(name, offset, what);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
