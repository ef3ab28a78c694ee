package trainer.data.format.hadoop;

import java.io.IOException;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** Reads the records of one split in order. Confined to one thread. */
final class SplitReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SplitReader.class);

  private final SplitPlace place;
  private final FormatFailures failures;
  private final int maxRecordBytes;
  private final RecordReader<?, ?> reader;
  private final RecordValue value = new RecordValue();
  private long read;

  SplitReader(
      InputFormat<?, ?> format,
      JobConf job,
      SplitPlace place,
      FormatFailures failures,
      int maxRecordBytes) {
    this.place = place;
    this.failures = failures;
    this.maxRecordBytes = maxRecordBytes;
    this.reader = open(format, new TaskAttemptContextImpl(job, new TaskAttemptID()));
  }

  private RecordReader<?, ?> open(InputFormat<?, ?> format, TaskAttemptContext context) {
    RecordReader<?, ?> made = null;
    try {
      made = format.createRecordReader(place.split(), context);
      made.initialize(place.split(), context);
      return made;
    } catch (Throwable e) { // any exception of the class is reported with its name
      close(made);
      throw failures.of(e, failures.path() + ", split at byte " + place.offset());
    }
  }

  /**
   * Reads the next record; false after the last one.
   *
   * @throws FailureException INPUT_CORRUPT, INPUT_BAD_FILE for values that are neither text nor
   *     bytes, RECORD_TOO_LARGE, STORAGE_FAILED
   */
  boolean next() {
    String other;
    try {
      if (!reader.nextKeyValue()) {
        return false;
      }
      other = value.take(reader.getCurrentKey(), reader.getCurrentValue());
    } catch (Throwable e) { // any exception of the class is reported with its name
      throw failures.of(e, where());
    }
    if (other != null) {
      throw new FailureException(
          FailureKind.INPUT_BAD_FILE,
          "the records are of the class " + other + ", not Text or BytesWritable",
          where(),
          "name an InputFormat whose values are Text, a line of CSV or libsvm each, or rewrite the"
              + " data as Parquet or Avro");
    }
    if (value.length() > maxRecordBytes) {
      throw new FailureException(
          FailureKind.RECORD_TOO_LARGE,
          "a record of more than " + maxRecordBytes + " bytes",
          where(),
          "raise trainer.input.max-record-bytes");
    }
    read++;
    return true;
  }

  /** The present record. */
  RecordValue value() {
    return value;
  }

  /** The number of records that were read. */
  long read() {
    return read;
  }

  SplitPlace place() {
    return place;
  }

  /** The place of the next record, for messages. */
  String where() {
    return where(read);
  }

  /** The place of a record, for messages. */
  String where(long record) {
    return failures.path() + ", split at byte " + place.offset() + ", record " + record;
  }

  @Override
  public void close() {
    close(reader);
  }

  private static void close(RecordReader<?, ?> opened) {
    try {
      if (opened != null) {
        opened.close();
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("closing failed; it was only read", e);
    }
  }
}
