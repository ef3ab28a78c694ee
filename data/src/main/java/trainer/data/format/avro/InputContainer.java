package trainer.data.format.avro;

import java.io.IOException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import trainer.avro.container.BlockCodec;
import trainer.avro.container.ContainerEndException;
import trainer.avro.container.ContainerHeader;
import trainer.avro.container.DamagedContainerException;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.FileCursor;
import trainer.data.file.PinnedFile;
import trainer.data.file.StorageFailures;

/** A container file of the input, with its header; failures name the file. */
record InputContainer(PinnedFile file, ContainerHeader header) {
  private static final int WINDOW = 4096;
  private static final int MOST_ENTRY_BYTES = 1 << 24;

  /**
   * Reads the header of {@code file}.
   *
   * @throws FailureException INPUT_TRUNCATED, INPUT_CORRUPT
   */
  static InputContainer open(PinnedFile file) {
    String path = file.file().path();
    try {
      ContainerHeader header = ContainerHeader.read(new FileCursor(file, WINDOW), MOST_ENTRY_BYTES);
      if (header.schema() == null) {
        throw new DamagedContainerException("no schema");
      }
      return new InputContainer(file, header);
    } catch (ContainerEndException e) {
      throw new FailureException(
          FailureKind.INPUT_TRUNCATED,
          "the file ends at byte " + file.length() + ", within its header",
          path,
          "write it again");
    } catch (DamagedContainerException e) {
      throw new FailureException(
          FailureKind.INPUT_CORRUPT, "broken header: " + e.getMessage(), path, "write it again");
    } catch (IOException e) {
      throw StorageFailures.of(e, path, FailureKind.INPUT_GONE);
    }
  }

  String path() {
    return file.file().path();
  }

  /**
   * The writer's schema.
   *
   * @throws FailureException INPUT_BAD_FILE if it is no record
   */
  Schema record() {
    Schema schema;
    try {
      schema = new Schema.Parser().setValidateDefaults(false).parse(header.schema());
    } catch (AvroRuntimeException e) {
      throw badSchema("its schema cannot be parsed: " + e.getMessage());
    }
    if (schema.getType() != Schema.Type.RECORD) {
      throw badSchema("its schema is " + schema.getType().getName() + ", not a record");
    }
    return schema;
  }

  private FailureException badSchema(String what) {
    return new FailureException(FailureKind.INPUT_BAD_FILE, what, path(), "give a file of records");
  }

  /**
   * The codec of the blocks.
   *
   * @param most the most bytes a block may decompress to
   * @throws FailureException INPUT_BAD_FILE if this codec is not supported here
   */
  BlockCodec codec(int most) {
    return BlockCodec.named(header.codec(), most)
        .or(() -> StreamCodec.named(header.codec(), most))
        .orElseThrow(
            () ->
                new FailureException(
                    FailureKind.INPUT_BAD_FILE,
                    "codec " + header.codec() + " cannot be read here",
                    path(),
                    "write it with snappy, deflate, bzip2 or null"));
  }
}
