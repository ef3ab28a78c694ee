package trainer.worker.run;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import trainer.container.files.RetryPolicy;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.job.JobSpec;
import trainer.core.message.FromWorker;
import trainer.data.format.TableUse;
import trainer.data.read.BlockReader;
import trainer.worker.cache.PatientSource;
import trainer.worker.compute.BlockProgress;
import trainer.worker.imports.BlockImporter;
import trainer.worker.imports.RecordFormat;
import trainer.worker.output.OutputFiles;
import trainer.worker.output.TaskBlocks;
import trainer.worker.output.TaskRows;
import trainer.worker.score.AppliedModel;
import trainer.worker.score.BatchScorer;
import trainer.worker.score.BlockScorer;
import trainer.worker.score.ForeignModel;
import trainer.worker.score.OutputColumns;
import trainer.worker.score.OutputFormat;
import trainer.worker.score.RowAssembly;

/**
 * The rows of a job that trains nothing: the model that makes them, and the files that take them.
 * Thread-safe; the rows of a thread are its own.
 */
final class JobRows implements AutoCloseable {
  private static final long A_FILE_A_TASK = 0;

  /** The part of a worker that every thread reports to. */
  record Reports(
      BlockProgress progress,
      CountedSource.Counter reading,
      Runnable afterWork,
      Consumer<FromWorker.BadRecords> broken) {}

  private final JobSpec spec;
  private final Settings settings;
  private final Configuration hadoop;
  private final Reports reports;
  private final Supplier<TaskRows> rows;
  private final OutputFiles files;
  private Runnable release = () -> {};

  /**
   * Loads the model of a scoring job.
   *
   * @param hadoop for the input, the model and the output
   * @param classes the class loader of the model
   * @param served pulls the rows of a model that pservers hold; null if none do
   * @throws FailureException when the model cannot be loaded
   */
  JobRows(
      JobSpec spec,
      Configuration hadoop,
      ClassLoader classes,
      ServedModel served,
      Reports reports) {
    this.spec = spec;
    this.settings = Settings.of(spec.settings());
    this.hadoop = hadoop;
    this.reports = reports;
    if (spec.isImporting()) {
      RecordFormat format =
          RecordFormat.of(settings.get(Keys.IMPORT_FORMAT), TableUse.types(settings));
      this.rows = () -> importer(format);
      this.files = new OutputFiles(hadoop, spec.rowFolder(), format, A_FILE_A_TASK);
    } else if (settings.appliesForeignModel()) {
      ForeignModel model = ForeignModel.open(settings, hadoop, classes);
      this.release = model::close;
      OutputColumns columns = new OutputColumns(kept(), model.model().outputs(), false);
      OutputFormat format = OutputFormat.of(settings.get(Keys.SCORE_OUTPUT_FORMAT), columns);
      this.rows = () -> batches(model, columns, format);
      this.files = scored(format);
    } else {
      AppliedModel model =
          served == null
              ? AppliedModel.load(settings, hadoop, classes)
              : AppliedModel.served(settings, hadoop, classes, served);
      OutputColumns columns =
          OutputColumns.of(kept(), model.model().labels(), model.model().outputs().names());
      OutputFormat format = OutputFormat.of(settings.get(Keys.SCORE_OUTPUT_FORMAT), columns);
      this.rows = () -> scorer(model, columns, format);
      this.files = scored(format);
    }
  }

  private List<String> kept() {
    return TableUse.kept(settings, Keys.SCORE_KEEP);
  }

  private OutputFiles scored(OutputFormat format) {
    long most = (long) settings.get(Keys.SCORE_FILE_MB) << 20;
    return new OutputFiles(hadoop, spec.rowFolder(), format, most);
  }

  /** The rows that a new thread makes. */
  TaskRows ofThread() {
    return rows.get();
  }

  /** The files that take the rows. */
  OutputFiles files() {
    return files;
  }

  private TaskRows scorer(AppliedModel applied, OutputColumns columns, OutputFormat format) {
    int scores = applied.model().labels().scores();
    return new BlockScorer(
        applied,
        blocks(TableEncoding.features(applied.manifest().standardisations())),
        new RowAssembly(format, columns, applied.model().outputs(), scores),
        reports.progress,
        reports.afterWork);
  }

  private TaskRows batches(ForeignModel model, OutputColumns columns, OutputFormat format) {
    int outputs = columns.outputs().size();
    return new BatchScorer(
        model,
        blocks(TableEncoding.nothing()),
        new RowAssembly(format, columns, model.outputs(), outputs),
        reports.progress,
        reports.afterWork);
  }

  private TaskRows importer(RecordFormat format) {
    return new BlockImporter(
        blocks(TableEncoding.nothing()),
        format,
        reports.progress,
        Math.toIntExact(settings.get(Keys.INPUT_MAX_RECORD_BYTES)));
  }

  private TaskBlocks blocks(TableEncoding encoding) {
    FileBlockSource source =
        new FileBlockSource(new BlockReader(hadoop, settings, spec.labels(), () -> encoding));
    return new TaskBlocks(
        new PatientSource(new CountedSource(source, reports.reading), RetryPolicy.withStorages()),
        reports.broken);
  }

  /** Frees native memory, after the threads have ended. */
  @Override
  public void close() {
    release.run();
  }
}
