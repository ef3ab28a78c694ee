package trainer.avro.container;

import java.io.IOException;
import java.util.Arrays;

/**
 * Reads the blocks of a container file one by one, from wherever its bytes are positioned. Buffers
 * are kept from block to block. Confined to one thread.
 *
 * <p>A block is two numbers, the payload, and the sync marker. A caller reads the numbers, and then
 * either the payload, or passes over it and checks the marker.
 */
public final class ContainerReader {
  private final ContainerBytes in;
  private final ContainerHeader header;
  private final BlockCodec codec;
  private final int most;
  private final GrowingBytes stored = new GrowingBytes();
  private final GrowingBytes payload = new GrowingBytes();
  private final byte[] marker = new byte[ContainerHeader.SYNC_BYTES];
  private long records;
  private long size;

  /**
   * A reader of the blocks that follow a header.
   *
   * @param most the most bytes of a stored block
   */
  public ContainerReader(ContainerBytes in, ContainerHeader header, BlockCodec codec, int most) {
    this.in = in;
    this.header = header;
    this.codec = codec;
    this.most = most;
  }

  /**
   * Reads the two numbers that begin a block.
   *
   * @throws DamagedContainerException if they cannot be a block's
   * @throws ContainerEndException if the file ends within them
   */
  public void readNumbers() throws IOException {
    records = in.nextLong();
    size = in.nextLong();
    if (records < 0 || records > Integer.MAX_VALUE || size < 0 || size > Integer.MAX_VALUE) {
      throw new DamagedContainerException(
          "announces " + records + " records in " + size + " bytes");
    }
  }

  /** The number of records that the block announces. */
  public int records() {
    return (int) records;
  }

  /** The bytes between the numbers and the marker. */
  public int size() {
    return (int) size;
  }

  /**
   * Reads and decompresses the payload, and checks the marker behind it.
   *
   * @return the decompressed bytes, valid until the next call
   * @throws DamagedContainerException {@link OversizedBlockException} among them
   * @throws ContainerEndException if the file ends within the block
   */
  public GrowingBytes readPayload() throws IOException {
    in.require(size + marker.length);
    if (size > most) {
      throw new OversizedBlockException(most);
    }
    int length = (int) size + marker.length;
    stored.reset(length);
    in.read(stored.array(), 0, length);
    stored.use((int) size);
    check(header.isMarker(stored.array(), (int) size));
    codec.decompress(stored, payload);
    return payload;
  }

  /**
   * Reads a marker, to which the bytes have been moved.
   *
   * @throws DamagedContainerException if it is not the file's
   */
  public void checkMarker() throws IOException {
    in.read(marker, 0, marker.length);
    check(Arrays.equals(marker, header.sync()));
  }

  private static void check(boolean isMarker) {
    if (!isMarker) {
      throw new DamagedContainerException("does not end with the file's sync marker");
    }
  }
}
