package trainer.worker.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.input.Block;
import trainer.core.input.InputFile;
import trainer.learning.block.DecodedBlock;
import trainer.learning.spi.Pass;

/**
 * Decoded blocks on the disk of this host, in one file. The file is unlinked as soon as it is open,
 * so that it does not outlive the process. Written blocks stay. When the budget is used up, or the
 * disk is full, no more blocks are taken.
 *
 * <p>A block that cannot be read back is read from its source again, so a failing disk only costs
 * time. Thread-safe.
 */
public final class BlockSpill implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlockSpill.class);

  /** The identity of a block; a file that has changed is another one. */
  record Key(InputFile file, Block block) {}

  private record Place(long offset, int length, Pass pass, int checksum) {}

  private final FileChannel file;
  private final long budget;
  private final Map<Key, Place> places = new HashMap<>();
  private long end;
  private boolean isWellRead = true;

  BlockSpill(FileChannel file, long budget) {
    this.file = file;
    this.budget = budget;
  }

  /** A spill that takes no blocks. */
  public static BlockSpill none() {
    return new BlockSpill(null, 0);
  }

  /**
   * A spill in the first of these folders in which a file can be made; without one it takes no
   * blocks.
   *
   * @param budget bytes
   */
  public static BlockSpill in(List<Path> folders, long budget) {
    for (Path folder : budget == 0 ? List.<Path>of() : folders) {
      try {
        Path path = Files.createTempFile(folder, "blocks", ".spilled");
        FileChannel file =
            FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Files.delete(path);
        LOG.debug("decoded blocks that do not fit in memory go to {}", folder);
        return new BlockSpill(file, budget);
      } catch (IOException e) {
        LOG.warn("{} cannot take decoded blocks: {}", folder, e.toString());
      }
    }
    return none();
  }

  /** The block, or null. */
  DecodedBlock get(Key key) {
    Place place;
    synchronized (this) {
      place = places.get(key);
    }
    if (place == null) {
      return null;
    }
    try {
      ByteBuffer bytes = ByteBuffer.allocate(place.length());
      while (bytes.hasRemaining()) {
        if (file.read(bytes, place.offset() + bytes.position()) < 0) {
          throw new IOException("it ends before its end");
        }
      }
      bytes.flip();
      if (checksum(bytes) != place.checksum()) {
        throw new IOException("it is not what was written");
      }
      return BlockBytes.read(bytes, key.file(), key.block(), place.pass());
    } catch (IOException e) {
      unread(key, e);
      return null;
    }
  }

  private static int checksum(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate());
    return (int) crc.getValue();
  }

  private synchronized void unread(Key key, IOException why) {
    places.remove(key);
    if (isWellRead) {
      isWellRead = false;
      LOG.warn("Decoded blocks cannot be read back, they are read anew: {}", why.toString());
    }
  }

  /** Keeps the block, unless there is no room. */
  void put(Key key, DecodedBlock block) {
    long length = BlockBytes.length(block);
    long offset = reserve(key, length, block.pass());
    if (offset < 0) {
      return;
    }
    try {
      ByteBuffer bytes = BlockBytes.write(block, (int) length);
      Place place = new Place(offset, (int) length, block.pass(), checksum(bytes));
      while (bytes.hasRemaining()) {
        file.write(bytes, offset + bytes.position());
      }
      written(key, place);
    } catch (IOException e) {
      full(e);
    }
  }

  /** Reserves an offset, or returns −1. */
  private synchronized long reserve(Key key, long length, Pass pass) {
    Place before = places.get(key);
    boolean isThere = before != null && before.pass() == pass;
    if (isThere || length > Integer.MAX_VALUE || end + length > budget) {
      return -1;
    }
    long offset = end;
    end += length;
    return offset;
  }

  private synchronized void written(Key key, Place place) {
    places.put(key, place);
  }

  private synchronized void full(IOException why) {
    if (end < budget) {
      LOG.warn("No more decoded blocks are written to the disk: {}", why.toString());
    }
    end = Long.MAX_VALUE / 2;
  }

  /** Whether the block is kept. */
  synchronized boolean has(Key key) {
    return places.containsKey(key);
  }

  /** Blocks kept. */
  synchronized int size() {
    return places.size();
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
