package trainer.worker.cache;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import trainer.container.files.RetryPolicy;
import trainer.core.failure.FailureKind;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.InputFile;
import trainer.data.file.StorageFailures;

/**
 * A block source that retries while its storage is unavailable. A job thus survives the restart of
 * a name node. A longer outage is the job's failure.
 *
 * @param source the source of records
 */
public record PatientSource(BlockSource source, RetryPolicy patience) implements BlockSource {
  @Override
  public void read(InputFile file, Block block, BiConsumer<Block, BlockContent> blocks) {
    Set<Block> given = new HashSet<>(); // a repeated attempt begins with the unit's first block
    try {
      patience.until(
          "Reading " + file.path(),
          () -> {
            source.read(
                file,
                block,
                (one, content) -> {
                  if (given.add(one)) {
                    blocks.accept(one, content);
                  }
                });
            return null;
          });
    } catch (IOException e) {
      // The thread was interrupted, because the process ends.
      throw StorageFailures.of(e, file.path(), FailureKind.INPUT_GONE);
    }
  }

  @Override
  public void close() {
    source.close();
  }
}
