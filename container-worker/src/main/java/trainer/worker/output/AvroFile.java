package trainer.worker.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import trainer.avro.container.ContainerWriter;
import trainer.avro.container.RowSchema;
import trainer.core.digest.Sha256;

/**
 * An Avro container file of snappy blocks: one for the rows of each {@link #append}. Equal rows
 * make equal files.
 */
public final class AvroFile implements FileFormat.Writer {
  private static final int SYNC_BYTES = 16;

  private final ContainerWriter file;

  public AvroFile(OutputStream out, RowSchema schema) throws IOException {
    byte[] names = schema.names().toString().getBytes(StandardCharsets.UTF_8);
    byte[] sync = Sha256.create().digest(names);
    file = schema.begin(out, Arrays.copyOf(sync, SYNC_BYTES));
  }

  @Override
  public void append(RowBytes rows) throws IOException {
    file.putBlock(rows.bytes(), 0, rows.length(), rows.rows());
  }

  @Override
  public void close() throws IOException {
    file.finish();
    file.close();
  }
}
