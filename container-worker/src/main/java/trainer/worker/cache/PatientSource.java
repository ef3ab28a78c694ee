package trainer.worker.cache;

import java.io.IOException;
import trainer.container.files.RetryPolicy;
import trainer.core.failure.FailureKind;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.InputFile;
import trainer.data.file.StorageFailures;

/**
 * Reads a block again where its storage was away. A job is not to be lost with a name node that is
 * started again, and what cannot be read for longer is the job's failure.
 *
 * @param source where records come from
 */
public record PatientSource(BlockSource source, RetryPolicy patience) implements BlockSource {
  @Override
  public BlockContent read(InputFile file, Block block) {
    try {
      return patience.until("Reading " + file.path(), () -> source.read(file, block));
    } catch (IOException e) {
      // It is to leave while it waits.
      throw StorageFailures.of(e, file.path(), FailureKind.INPUT_GONE);
    }
  }

  @Override
  public void close() {
    source.close();
  }
}
