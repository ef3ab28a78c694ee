package trainer.core.input;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The whole input as the master sees it: files in canonical order (by the bytes of their paths) and
 * the blocks of each, without any payload. Compact: 28 bytes and a bit a block, and 4 bytes more
 * where the hosts that hold it are known.
 */
public final class BlockIndex {
  private final List<InputFile> files;
  private final int[] firstBlock;
  private final long[] offsets;
  private final long[] lengths;
  private final long[] records;
  private final int[] skips;
  private final HostSets hosts;
  private final Units units;

  private BlockIndex(
      List<InputFile> files,
      int[] firstBlock,
      long[] offsets,
      long[] lengths,
      long[] records,
      int[] skips,
      HostSets hosts,
      Units units) {
    this.files = files;
    this.firstBlock = firstBlock;
    this.offsets = offsets;
    this.lengths = lengths;
    this.records = records;
    this.skips = skips;
    this.hosts = hosts;
    this.units = units;
  }

  /** Builds an index; files must be added in canonical order. */
  public static final class Builder {
    private final List<InputFile> files = new ArrayList<>();
    private int[] firstBlock = new int[8];
    private long[] offsets = new long[64];
    private long[] lengths = new long[64];
    private long[] records = new long[64];
    private int[] skips = new int[64];
    private int blocks;
    private final HostSets hosts = new HostSets();
    private final BitSet unitStarts = new BitSet();

    /** Whether the last file has units of several blocks. */
    private boolean hasUnits;

    /** Adds a file; the blocks added next are its. */
    public Builder file(InputFile file) {
      if (files.size() + 1 >= firstBlock.length) {
        firstBlock = Arrays.copyOf(firstBlock, firstBlock.length * 2);
      }
      firstBlock[files.size()] = blocks;
      hasUnits = false;
      files.add(file);
      return this;
    }

    /** The blocks of the last file that are added up to the next call make a unit. */
    public Builder unit() {
      hasUnits = true;
      unitStarts.set(blocks);
      return this;
    }

    /** Adds a block to the last file; {@code recordCount} is −1 where unknown. */
    public Builder block(long offset, long length, long recordCount) {
      return block(offset, length, recordCount, 0);
    }

    /** Adds a block to the last file that begins {@code skip} records into its range. */
    public Builder block(long offset, long length, long recordCount, int skip) {
      if (files.isEmpty()) {
        throw new IllegalStateException("a block needs a file");
      }
      if (blocks == offsets.length) {
        offsets = Arrays.copyOf(offsets, blocks * 2);
        lengths = Arrays.copyOf(lengths, blocks * 2);
        records = Arrays.copyOf(records, blocks * 2);
        skips = Arrays.copyOf(skips, blocks * 2);
      }
      if (!hasUnits) {
        unitStarts.set(blocks);
      }
      offsets[blocks] = offset;
      lengths[blocks] = length;
      skips[blocks] = skip;
      records[blocks++] = recordCount;
      return this;
    }

    /** The last block lies on these hosts. */
    public Builder on(List<String> names) {
      hosts.put(blocks - 1, names);
      return this;
    }

    public BlockIndex build() {
      int[] first = Arrays.copyOf(firstBlock, files.size() + 1);
      first[files.size()] = blocks;
      return new BlockIndex(
          List.copyOf(files),
          first,
          Arrays.copyOf(offsets, blocks),
          Arrays.copyOf(lengths, blocks),
          Arrays.copyOf(records, blocks),
          Arrays.copyOf(skips, blocks),
          hosts,
          new Units((BitSet) unitStarts.clone(), blocks));
    }
  }

  /** The same blocks with other records of them. */
  public BlockIndex of(Split split) {
    return new BlockIndex(
        files.stream().map(file -> file.with(split)).toList(),
        firstBlock,
        offsets,
        lengths,
        records,
        skips,
        hosts,
        units);
  }

  /** Number of blocks, N. */
  public int size() {
    return offsets.length;
  }

  public List<InputFile> files() {
    return files;
  }

  /** Block {@code number}, 0 ≤ number < {@link #size}. */
  public Block block(int number) {
    return new Block(number, offsets[number], lengths[number], records[number], skips[number]);
  }

  /** The file that holds block {@code number}. */
  public InputFile fileOf(int number) {
    int at = Arrays.binarySearch(firstBlock, number);
    if (at < 0) {
      return files.get(-at - 2);
    }
    // Files without blocks share their first block with the next file.
    while (firstBlock[at + 1] == number) {
      at++;
    }
    return files.get(at);
  }

  /** The blocks that are decoded together. */
  public Units units() {
    return units;
  }

  /** The hosts that hold block {@code number}; none where that is not known. */
  public List<String> hosts(int number) {
    return hosts.of(number);
  }

  /** Whether the hosts of any block are known. */
  public boolean knowsHosts() {
    return !hosts.isEmpty();
  }

  /** The given blocks grouped by file, both in canonical order. */
  public List<FileBlocks> group(int[] numbers) {
    int[] sorted = numbers.clone();
    Arrays.sort(sorted);
    List<FileBlocks> groups = new ArrayList<>();
    List<Block> run = new ArrayList<>();
    InputFile file = null;
    for (int number : sorted) {
      InputFile of = fileOf(number);
      if (file != null && !of.equals(file)) {
        groups.add(new FileBlocks(file, run));
        run.clear();
      }
      file = of;
      run.add(block(number));
    }
    if (file != null) {
      groups.add(new FileBlocks(file, run));
    }
    return groups;
  }
}
