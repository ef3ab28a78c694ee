package trainer.data.format.tfrecord;

import trainer.data.file.PinnedFile;

/**
 * Reads the records of a range of a file in order, through a buffer that the longest record bounds.
 * Confined to one thread.
 */
final class FrameReader {
  private static final int WINDOW = 1 << 18;

  private final PinnedFile file;
  private final FrameCheck check;
  private byte[] buffer = new byte[0];

  /** The place in the file of the buffer's first byte, and the number of the file's bytes in it. */
  private long base;

  private int held;
  private long rangeEnd;

  /** Where the present frame and the next one begin in the buffer. */
  private int frame;

  private int next;

  FrameReader(PinnedFile file, int maxRecordBytes) {
    this.file = file;
    this.check = new FrameCheck(file, maxRecordBytes);
  }

  /** Stands before the frame at {@code offset}; frames from {@code end} on are not read. */
  void begin(long offset, long end) {
    base = offset;
    held = 0;
    next = 0;
    rangeEnd = Math.min(end, file.length());
  }

  /**
   * Reads the next record; false behind the last one.
   *
   * @throws trainer.core.failure.FailureException as {@link FrameCheck#frameBytes}
   */
  boolean next() {
    if (base + next >= rangeEnd) {
      return false;
    }
    check.requireHeader(base + next);
    hold(Frame.HEADER);
    int length = (int) check.frameBytes(buffer, next, base + next);
    hold(length);
    frame = next;
    next += length;
    return true;
  }

  /** Ensures that the buffer has so many bytes from the next frame on, which the file has. */
  private void hold(int count) {
    if (held - next >= count) {
      return;
    }
    int kept = held - next;
    long left = file.length() - base - next;
    byte[] target = buffer;
    if (buffer.length < count) {
      target = new byte[(int) Math.min(left, Math.max(count, WINDOW))];
    }
    System.arraycopy(buffer, next, target, 0, kept);
    buffer = target;
    base += next;
    next = 0;
    held = kept;
    // beyond the range only as far as a frame reaches
    long wanted = Math.max(count, rangeEnd - base) - held;
    int more = (int) Math.min(buffer.length - held, wanted);
    file.read(base + held, buffer, held, more);
    held += more;
  }

  /** The place of the present frame in the file. */
  long place() {
    return base + frame;
  }

  /** The place behind the present frame. */
  long end() {
    return base + next;
  }

  byte[] bytes() {
    return buffer;
  }

  /** Where the present record begins in {@link #bytes}. */
  int from() {
    return frame + Frame.HEADER;
  }

  /** Where the present record ends. */
  int to() {
    return next - Frame.TRAILER;
  }

  /** Whether the present record has its checksum. */
  boolean isIntact() {
    return Frame.isChecked(buffer, from(), to() - from());
  }
}
