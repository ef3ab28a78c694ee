package trainer.worker.cache;

import java.io.IOException;
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
  public BlockContent read(InputFile file, Block block) {
    try {
      return patience.until("Reading " + file.path(), () -> source.read(file, block));
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
