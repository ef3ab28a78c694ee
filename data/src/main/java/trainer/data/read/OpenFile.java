package trainer.data.read;

import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.InputFile;
import trainer.core.input.LabelRule;
import trainer.data.file.PinnedFile;
import trainer.data.format.BlockDecoder;
import trainer.data.format.FormatChoice;

/** A file that stays open, with its decoder. Used by one thread at a time. */
final class OpenFile implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenFile.class);
  private static final long VERIFY_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final PinnedFile file;
  private final BlockDecoder decoder;
  private long verifiedNanos = System.nanoTime();

  private OpenFile(PinnedFile file, BlockDecoder decoder) {
    this.file = file;
    this.decoder = decoder;
  }

  static OpenFile open(
      Configuration hadoop,
      InputFile file,
      FormatChoice formats,
      LabelRule labels,
      TableEncoding encoding) {
    PinnedFile pinned = PinnedFile.open(hadoop, file);
    try {
      return new OpenFile(pinned, formats.open(pinned, labels, encoding));
    } catch (RuntimeException e) {
      close(pinned);
      throw e;
    }
  }

  void decode(Block block, BiConsumer<Block, BlockContent> blocks) {
    blocks.accept(block, decoder.decode(block));
  }

  void decodeUnit(Block block, BiConsumer<Block, BlockContent> blocks) {
    decoder.decodeUnit(block, blocks);
  }

  /** Checks every five seconds that the file is unchanged. */
  void verifyNowAndThen() {
    long now = System.nanoTime();
    if (now - verifiedNanos >= VERIFY_NANOS) {
      file.verify();
      verifiedNanos = now;
    }
  }

  @Override
  public void close() {
    close(decoder);
    close(file);
  }

  private static void close(AutoCloseable opened) {
    try {
      opened.close();
    } catch (Exception e) {
      LOG.debug("closing failed; it was only read", e);
    }
  }
}
