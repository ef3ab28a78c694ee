package trainer.data.generate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.StorageFailures;

/** Generates synthetic data: the same records for the same seed in every format and file count. */
public final class Generator {
  /** The file beside the data that holds the {@link Truth} and the parameters. */
  public static final String TRUTH_FILE = "_truth.json";

  private static final int PROGRESS_EVERY = 10_000;

  private final Configuration hadoop;

  public Generator(Configuration hadoop) {
    this.hadoop = hadoop;
  }

  /**
   * Writes the folder under a temporary name beside it, and renames it at the end.
   *
   * @throws FailureException OUTPUT_EXISTS, ACCESS_DENIED, STORAGE_FAILED
   */
  public GeneratedData generate(GenerateRequest request, GenerateProgress progress) {
    return StorageFailures.guard(
        request.output(), FailureKind.STORAGE_FAILED, () -> write(request, progress));
  }

  private GeneratedData write(GenerateRequest request, GenerateProgress progress)
      throws IOException {
    try (OutputFolder folder = new OutputFolder(hadoop, request.output(), request.overwrite())) {
      folder.open();
      RowSource source = RowSource.of(request.spec());
      TruthMeter meter = new TruthMeter(source.isBinary());
      List<String> files = new ArrayList<>();
      for (int file = 0; file < request.files(); file++) {
        String name = request.format().fileName(file);
        writeFile(request, file, folder.hidden(name), source, meter, progress, folder);
        files.add(folder.visible(name).toString());
      }
      Truth truth = meter.truth();
      try (OutputStream out = folder.system().create(folder.hidden(TRUTH_FILE), false)) {
        out.write(TruthFile.json(request, truth).getBytes(StandardCharsets.UTF_8));
      }
      folder.commit();
      progress.written(request.spec().records(), request.spec().records());
      return new GeneratedData(folder.path().toString(), files, truth);
    }
  }

  /** Writes the {@code file}-th of equal runs of records. */
  private static void writeFile(
      GenerateRequest request,
      int file,
      Path path,
      RowSource source,
      TruthMeter meter,
      GenerateProgress progress,
      OutputFolder folder)
      throws IOException {
    long from = Math.multiplyExact(request.spec().records(), file) / request.files();
    long to = Math.multiplyExact(request.spec().records(), file + 1L) / request.files();
    Row row = source.newRow();
    try (RowWriter writer =
        request
            .format()
            .open(folder.system().create(path, false), request.spec(), file, row.units == null)) {
      for (long record = from; record < to; record++) {
        source.fill(record, row);
        meter.add(row);
        writer.write(row);
        if (record % PROGRESS_EVERY == 0) {
          progress.written(record, request.spec().records());
        }
      }
    }
  }
}
