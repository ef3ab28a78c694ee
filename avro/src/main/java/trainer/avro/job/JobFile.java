package trainer.avro.job;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import trainer.avro.FormatVersion;
import trainer.avro.SnappyLibrary;
import trainer.avro.record.AggregateRecord;
import trainer.avro.record.JarRecord;
import trainer.avro.record.JobRecord;
import trainer.avro.record.PassesRecord;
import trainer.avro.record.ReductionRecord;
import trainer.avro.record.RowUpdateRecord;
import trainer.avro.record.TableRecord;
import trainer.core.aggregate.Reduction;
import trainer.core.input.Labels;
import trainer.core.input.Loss;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.job.UserJar;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

/** {@code job.avro}: a {@link JobSpec} as an Avro container file of one record. */
public final class JobFile {
  /** Its name in the job's folder and in every container's working directory. */
  public static final String NAME = "job.avro";

  private static final int FORMAT_VERSION = 1;

  private JobFile() {}

  /** Writes the file and closes {@code out}. */
  public static void write(JobSpec spec, OutputStream out) throws IOException {
    SnappyLibrary.load();
    try (DataFileWriter<JobRecord> writer =
        new DataFileWriter<>(new SpecificDatumWriter<>(JobRecord.class))) {
      FormatVersion.put(writer, FORMAT_VERSION);
      writer.create(JobRecord.getClassSchema(), out);
      writer.append(encode(spec));
    }
  }

  /**
   * Reads the file and closes {@code in}.
   *
   * @param where the file, for messages
   */
  public static JobSpec read(InputStream in, String where) throws IOException {
    SnappyLibrary.load();
    try (DataFileStream<JobRecord> file =
        new DataFileStream<>(in, new SpecificDatumReader<>(JobRecord.class))) {
      FormatVersion.check(file, FORMAT_VERSION, where);
      return decode(file.next());
    }
  }

  private static JobRecord encode(JobSpec spec) {
    List<TableRecord> tables =
        spec.tables().stream()
            .map(
                table ->
                    TableRecord.newBuilder()
                        .setName(table.name())
                        .setWidth(table.width())
                        .setInitializer(table.initializer().kind().name().toLowerCase(Locale.ROOT))
                        .setInitializerScale(table.initializer().scale())
                        .setInitializerSeed(table.initializer().seed())
                        .setRegularized(table.regularized())
                        .setFractionBits(table.fractionBits())
                        .setUpdate(table.update().name().toLowerCase(Locale.ROOT))
                        .setRows(table.rows())
                        .build())
            .toList();
    List<Object> phases = spec.model().phases().stream().map(JobFile::encode).toList();
    List<JarRecord> jars =
        spec.jars().stream().map(jar -> new JarRecord(jar.name(), jar.sha256())).toList();
    return JobRecord.newBuilder()
        .setId(spec.id().toString())
        .setUser(spec.user())
        .setFolder(spec.folder())
        .setSettings(spec.settings())
        .setTables(tables)
        .setLabels(spec.labels().kind().name().toLowerCase(Locale.ROOT))
        .setClasses(spec.labels().classes())
        .setLoss(spec.model().loss().words())
        .setPhases(phases)
        .setJars(jars)
        .setClientVersion(spec.clientVersion())
        .build();
  }

  private static JobSpec decode(JobRecord job) {
    List<TableSpec> tables =
        job.getTables().stream()
            .map(
                table ->
                    new TableSpec(
                        table.getName(),
                        table.getWidth(),
                        new Initializer(
                            Initializer.Kind.valueOf(
                                table.getInitializer().toUpperCase(Locale.ROOT)),
                            table.getInitializerScale(),
                            table.getInitializerSeed()),
                        table.getRegularized(),
                        table.getFractionBits(),
                        TableSpec.Update.valueOf(table.getUpdate().toUpperCase(Locale.ROOT)),
                        table.getRows()))
            .toList();
    List<Phase> phases = job.getPhases().stream().map(JobFile::decodePhase).toList();
    List<UserJar> jars =
        job.getJars().stream().map(jar -> new UserJar(jar.getName(), jar.getSha256())).toList();
    return new JobSpec(
        JobId.parse(job.getId()),
        job.getUser(),
        job.getFolder(),
        job.getSettings(),
        new ModelSpec(
            tables,
            new Labels(
                Labels.Kind.valueOf(job.getLabels().toUpperCase(Locale.ROOT)), job.getClasses()),
            new Loss(job.getLoss()),
            phases),
        jars,
        job.getClientVersion());
  }

  private static Object encode(Phase phase) {
    if (phase instanceof Phase.Passes passes) {
      return new PassesRecord(passes.name(), passes.epochs());
    }
    if (phase instanceof Phase.RowUpdate update) {
      return new RowUpdateRecord(update.name(), update.table());
    }
    Phase.Aggregate aggregate = (Phase.Aggregate) phase;
    List<ReductionRecord> reductions =
        aggregate.reductions().stream()
            .map(
                one ->
                    new ReductionRecord(
                        one.name(), one.kind().name().toLowerCase(Locale.ROOT), one.most()))
            .toList();
    return new AggregateRecord(aggregate.name(), aggregate.table(), reductions);
  }

  private static Phase decodePhase(Object phase) {
    if (phase instanceof PassesRecord passes) {
      return new Phase.Passes(passes.getName(), passes.getEpochs());
    }
    if (phase instanceof RowUpdateRecord update) {
      return new Phase.RowUpdate(update.getName(), update.getTable());
    }
    AggregateRecord aggregate = (AggregateRecord) phase;
    List<Reduction> reductions =
        aggregate.getReductions().stream()
            .map(
                one ->
                    new Reduction(
                        one.getName(),
                        Reduction.Kind.valueOf(one.getKind().toUpperCase(Locale.ROOT)),
                        one.getMost()))
            .toList();
    return new Phase.Aggregate(aggregate.getName(), aggregate.getTable(), reductions);
  }
}
