package trainer.worker.cache;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.input.Block;
import trainer.core.input.InputFile;
import trainer.learning.block.DecodedBlock;

/**
 * Blocks that were decoded because another block of their unit was needed. Each is taken once. They
 * are held in memory up to a budget, and beyond it on this host's disk, a file for each unit.
 *
 * <p>One reader decodes a unit at a time; others that need a block of it wait. A unit of which
 * nothing was taken for long is dropped, since other workers compute its blocks. Thread-safe.
 */
public final class OpenUnits {
  private static final Logger LOG = LoggerFactory.getLogger(OpenUnits.class);

  /** Units beyond this many are dropped, the least recently used first. */
  private static final int MOST = 512;

  /** All blocks of a unit have its offset. */
  private record Id(InputFile file, long offset) {}

  private static final class Unit {
    private final Map<Block, DecodedBlock> inMemory = new HashMap<>();
    private final Set<Block> onDisk = new HashSet<>();
    private BlockSpill disk;

    /** Threads that read the disk outside of the lock, so that it stays open. */
    private int readers;

    boolean isEmpty() {
      return inMemory.isEmpty() && onDisk.isEmpty() && readers == 0;
    }
  }

  private final long budget;
  private final List<Path> folders;
  private final Map<Id, Unit> units = new LinkedHashMap<>(16, 0.75f, true);
  private final Set<Id> decoding = new HashSet<>();
  private long bytes;

  /**
   * @param budget bytes in memory
   * @param folders on this host's disks
   */
  public OpenUnits(long budget, List<Path> folders) {
    this.budget = budget;
    this.folders = List.copyOf(folders);
  }

  /**
   * Takes a block, or claims its unit. Waits while another thread decodes the unit.
   *
   * @return the block; or null, and the caller decodes the unit, then calls {@link #decoded}
   */
  DecodedBlock takeOrClaim(InputFile file, Block block) throws InterruptedException {
    Id id = new Id(file, block.offset());
    Unit unit;
    synchronized (this) {
      while (decoding.contains(id)) {
        wait();
      }
      unit = units.get(id);
      DecodedBlock found = unit == null ? null : unit.inMemory.remove(block);
      if (found != null) {
        bytes -= found.bytes();
        closeIfEmpty(id, unit);
        return found;
      }
      if (unit == null || !unit.onDisk.remove(block)) {
        decoding.add(id);
        return null;
      }
      unit.readers++;
    }
    DecodedBlock back = unit.disk.get(new BlockSpill.Key(file, block));
    synchronized (this) {
      unit.readers--;
      closeIfEmpty(id, unit);
    }
    return back == null ? takeOrClaim(file, block) : back; // the disk has failed
  }

  /** Holds a block until it is taken. */
  void put(DecodedBlock decoded) {
    Id id = new Id(decoded.file(), decoded.block().offset());
    BlockSpill disk;
    synchronized (this) {
      Unit unit = units.computeIfAbsent(id, one -> new Unit());
      dropEldest();
      DecodedBlock before = unit.inMemory.remove(decoded.block());
      bytes -= before == null ? 0 : before.bytes();
      if (bytes + decoded.bytes() <= budget) {
        bytes += decoded.bytes();
        unit.inMemory.put(decoded.block(), decoded);
        return;
      }
      if (unit.disk == null) {
        unit.disk = BlockSpill.in(folders, Long.MAX_VALUE / 4);
      }
      disk = unit.disk;
    }
    BlockSpill.Key key = new BlockSpill.Key(decoded.file(), decoded.block());
    disk.put(key, decoded); // outside of the lock: it waits for the disk
    synchronized (this) {
      Unit unit = units.get(id);
      if (unit != null && disk.has(key)) {
        unit.onDisk.add(decoded.block());
      }
    }
  }

  /** The unit is decoded, or has failed: others may go on. */
  synchronized void decoded(InputFile file, Block block) {
    decoding.remove(new Id(file, block.offset()));
    notifyAll();
  }

  private void closeIfEmpty(Id id, Unit unit) {
    if (unit.isEmpty() && !decoding.contains(id)) {
      units.remove(id);
      close(unit);
    }
  }

  private void dropEldest() {
    Iterator<Map.Entry<Id, Unit>> eldest = units.entrySet().iterator();
    while (units.size() > MOST && eldest.hasNext()) {
      Map.Entry<Id, Unit> one = eldest.next();
      if (!decoding.contains(one.getKey()) && one.getValue().readers == 0) {
        one.getValue().inMemory.values().forEach(block -> bytes -= block.bytes());
        eldest.remove();
        close(one.getValue());
      }
    }
  }

  private static void close(Unit unit) {
    if (unit.disk != null) {
      try {
        unit.disk.close();
      } catch (IOException e) {
        LOG.debug("closing a file of decoded blocks failed; it is deleted already", e);
      }
    }
  }

  /** Blocks held. */
  synchronized int size() {
    return units.values().stream().mapToInt(one -> one.inMemory.size() + one.onDisk.size()).sum();
  }
}
