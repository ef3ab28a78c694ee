package trainer.appmaster.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.avro.model.ModelFormat;
import trainer.avro.model.ModelPartWriter;
import trainer.avro.model.ModelVerification;
import trainer.avro.model.ModelVerifier;
import trainer.container.files.RetryPolicy;
import trainer.container.files.StoredModel;
import trainer.core.config.Settings;
import trainer.core.failure.FailureKind;
import trainer.core.feature.Standardisation;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.message.PartFile;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;

/** Publishing on the local file system. */
class PublishingTest {
  private static final List<TableSpec> TABLES =
      List.of(new TableSpec("weights", 1, Initializer.ZERO, true, 24));

  private static final List<Standardisation> SCALES = List.of(new Standardisation(3, 0.5));

  private final Configuration hadoop = new Configuration();
  @TempDir Path temp;
  private Path written;
  private Path output;
  private PartFile part;
  private JobSpec spec;
  private Publishing publishing;
  private PublishedModelFinder search;
  private Runnable fence = () -> {};

  @BeforeEach
  void writeParts() throws IOException {
    written = Files.createDirectory(temp.resolve("model._job-1"));
    output = temp.resolve("model");
    String name = ModelFormat.partName(0);
    try (ModelPartWriter writer =
        new ModelPartWriter(Files.newOutputStream(written.resolve(name)), name, 0, TABLES)) {
      writer.append("weights", 1, new float[] {0.5f}, 0, 1);
      writer.append("weights", 7, new float[] {-2f}, 0, 1);
      part = writer.finish();
    }
    publishing = publishing(false);
  }

  private final List<JobEvent> delayed = new ArrayList<>();

  private Publishing publishing(boolean overwrite) {
    return publishing(Map.of("trainer.output.overwrite", String.valueOf(overwrite)));
  }

  private Publishing publishing(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("trainer.input", "file:/in");
    settings.put("trainer.output", output.toUri().toString());
    spec =
        new JobSpec(
            new JobId("local_1_2", 1),
            "alice",
            temp.toUri().toString(),
            settings,
            new ModelSpec(TABLES, List.of(Phase.training(1))),
            List.of(),
            "test");
    RetryPolicy patience = new RetryPolicy(Duration.ofMinutes(1), time -> {});
    search = new PublishedModelFinder(hadoop, spec, Settings.of(settings), patience);
    return new Publishing(hadoop, spec, Settings.of(settings), () -> fence.run(), patience);
  }

  @Test
  void putsAWholeModelInItsPlaceForItsOwnerAlone() throws IOException {
    Files.writeString(written.resolve("part-00009.avro"), "of a pserver that was lost");
    JobEvent.Published published = (JobEvent.Published) publish(part);

    assertThat(written).doesNotExist();
    assertThat(output.resolve("part-00009.avro")).doesNotExist();
    assertThat(permissions(output)).isEqualTo("rwx------");
    assertThat(permissions(output.resolve(part.name()))).isEqualTo("rw-------");
    assertThat(permissions(output.resolve(ModelFormat.MANIFEST))).isEqualTo("rw-------");
    ModelVerification found = verify();
    assertThat(found.isSound()).isTrue();
    assertThat(found.modelId()).isEqualTo(published.modelId());
    assertThat(found.manifest().version()).isEqualTo(25);
    assertThat(found.manifest().records()).isEqualTo(1000);
    assertThat(found.manifest().standardisations()).isEqualTo(SCALES);
  }

  @Test
  void letsThoseReadTheModelThatThePermissionsName() throws IOException {
    publishing = publishing(Map.of("trainer.output.permissions", "group"));
    assertThat(publish(part)).isInstanceOf(JobEvent.Published.class);
    assertThat(permissions(output)).isEqualTo("rwxr-x---");
    assertThat(permissions(output.resolve(part.name()))).isEqualTo("rw-r-----");
    assertThat(permissions(output.resolve(ModelFormat.MANIFEST))).isEqualTo("rw-r-----");
  }

  @Test
  void putsAModelThatIsKeptBesideWhateverIsAtTheOutput() throws IOException {
    Files.createDirectory(output);
    Files.writeString(output.resolve("theirs"), "precious");
    publishing = publishing(true);
    Path kept = temp.resolve("kept");
    assertThat(publish(written, part, kept))
        .isInstanceOfSatisfying(
            JobEvent.Published.class,
            published -> assertThat(published.location()).endsWith("/kept"));
    assertThat(kept.resolve(ModelFormat.MANIFEST)).exists();
    assertThat(names(output)).containsExactly("theirs");
  }

  @Test
  void nothingIsPutAnywhereBeforeTheFenceIsPassed() {
    fence = () -> assertThat(output).doesNotExist();
    assertThat(publish(part)).isInstanceOf(JobEvent.Published.class);
    assertThat(output).exists();
  }

  @Test
  void anOutputThatSomebodyMadeMeanwhileIsLeftAsItIs() throws IOException {
    Files.createDirectory(output);
    Files.writeString(output.resolve("theirs"), "precious");

    assertThat(failure(part)).isEqualTo(FailureKind.OUTPUT_EXISTS);
    assertThat(output.resolve("theirs")).content().isEqualTo("precious");
    assertThat(output.resolve(ModelFormat.MANIFEST)).doesNotExist();
    assertThat(written).isDirectory();
  }

  @Test
  void aModelThatASupersededMasterPutThereAfterAllIsTheJobsModel() throws IOException {
    // This master looked, found nothing, and made the parts again; then the other one woke up.
    Path others = Files.createDirectory(temp.resolve("model._job-0"));
    Files.copy(written.resolve(part.name()), others.resolve(part.name()));
    JobEvent theirs = publish(others, part);
    List<String> before = names(output);

    assertThat(theirs).isInstanceOf(JobEvent.Published.class);
    assertThat(publish(part)).isEqualTo(theirs);
    assertThat(verify().isSound()).isTrue();
    assertThat(names(output)).isEqualTo(before);
  }

  @Test
  void aModelThatASupersededMasterPutThereBeforeTheRenameIsTheJobsModel() throws IOException {
    Path others = Files.createDirectory(temp.resolve("model._job-0"));
    Files.copy(written.resolve(part.name()), others.resolve(part.name()));
    fence =
        () -> {
          fence = () -> {};
          publish(others, part);
        };

    assertThat(publish(part)).isInstanceOf(JobEvent.Published.class);
    assertThat(verify().isSound()).isTrue();
  }

  @Test
  void aRenameThatFailedThoughItWasDoneIsFoundDone() throws IOException {
    failing(1, true);
    assertThat(publish(part)).isInstanceOf(JobEvent.Published.class);
    assertThat(FailingFiles.left()).isZero();
    assertThat(verify().isSound()).isTrue();
  }

  @Test
  void aStorageThatIsAwayForAWhileDelaysPublishingAndNoMore() throws IOException {
    failing(5, false);
    assertThat(publish(part)).isInstanceOf(JobEvent.Published.class);
    assertThat(FailingFiles.left()).isZero();
    assertThat(verify().isSound()).isTrue();
  }

  @Test
  void aReplacedOutputIsReplacedOnceWhateverFailedMeanwhile() throws IOException {
    Files.createDirectory(output);
    Files.writeString(output.resolve(ModelFormat.MANIFEST), "an earlier model");
    publishing = publishing(true);
    failing(3, true);

    assertThat(publish(part)).isInstanceOf(JobEvent.Published.class);
    FailingFiles.failRenames(0, true);
    ExportCleanup.clear(hadoop, spec);
    assertThat(verify().isSound()).isTrue();
    assertThat(temp.resolve("model._old-local_1_2.1")).doesNotExist();
  }

  @Test
  void aModelIsLookedForUntilTheStorageSays() {
    failing(3, false);
    FailingFiles.failLooks(3);
    assertThat(find(written)).isEqualTo(new JobEvent.NotPublished());
    assertThat(FailingFiles.left()).isZero();
  }

  @Test
  void whatALaterMasterDidNotFindIsNotPutThereAfterwards() throws IOException {
    fence = () -> assertThat(find(written)).isEqualTo(new JobEvent.NotPublished());

    assertThat(publish(part)).isInstanceOf(JobEvent.PublishFailed.class);
    assertThat(output).doesNotExist();
    assertThat(written).doesNotExist();
  }

  @Test
  void noFolderIsMadeAnewForAManifestAlone() throws IOException {
    hadoop.setClass("fs.file.impl", SweptFiles.class, FileSystem.class);
    hadoop.setBoolean("fs.file.impl.disable.cache", true);

    assertThat(publish(part)).isInstanceOf(JobEvent.PublishFailed.class);
    assertThat(output).doesNotExist();
    assertThat(written).doesNotExist();
  }

  private JobEvent find(Path folder) {
    return search.find(new JobEffect.FindModel(25, folder.toUri().toString()));
  }

  private void failing(int times, boolean afterwards) {
    hadoop.setClass("fs.file.impl", FailingFiles.class, FileSystem.class);
    hadoop.setBoolean("fs.file.impl.disable.cache", true);
    FailingFiles.failRenames(times, afterwards);
  }

  @Test
  void anOutputThatIsToBeReplacedGoesWhenTheNewModelIsThere() throws IOException {
    Files.createDirectory(output);
    Files.writeString(output.resolve("old"), "part");
    Files.writeString(output.resolve(ModelFormat.MANIFEST), "an earlier model");
    publishing = publishing(true);

    assertThat(publish(part)).isInstanceOf(JobEvent.Published.class);
    assertThat(verify().isSound()).isTrue();
    assertThat(output.resolve("old")).doesNotExist();
    try (Stream<Path> beside = Files.list(temp)) {
      assertThat(beside.filter(path -> !path.toString().endsWith(".crc"))).containsExactly(output);
    }
  }

  @Test
  void aModelThatADeadMasterMovedAsideGoesWhenTheNewOneIsThere() throws IOException {
    Path aside = Files.createDirectory(temp.resolve("model._old-local_1_2.1"));
    Files.writeString(aside.resolve(ModelFormat.MANIFEST), "an earlier model");
    publishing = publishing(true);

    assertThat(publish(part)).isInstanceOf(JobEvent.Published.class);
    ExportCleanup.clear(hadoop, spec);
    assertThat(verify().isSound()).isTrue();
    assertThat(aside).doesNotExist();
  }

  @Test
  void aModelThatADeadMasterMovedAsideComesBackWhenNoNewOneCame() throws IOException {
    Path aside = Files.createDirectory(temp.resolve("model._old-local_1_2.1"));
    Files.writeString(aside.resolve(ModelFormat.MANIFEST), "an earlier model");
    publishing = publishing(true);

    ExportCleanup.clear(hadoop, spec);
    assertThat(output.resolve(ModelFormat.MANIFEST)).hasContent("an earlier model");
    assertThat(aside).doesNotExist();
  }

  @Test
  void onlyAModelIsReplaced() throws IOException {
    Files.createDirectory(output);
    Files.writeString(output.resolve("theirs"), "precious");
    publishing = publishing(true);

    assertThat(failure(part)).isEqualTo(FailureKind.OUTPUT_EXISTS);
    assertThat(output.resolve("theirs")).content().isEqualTo("precious");
  }

  @Test
  void anOutputThatIsToBeReplacedStaysWhenTheNewModelIsNotWhole() throws IOException {
    Files.createDirectory(output);
    Files.writeString(output.resolve("old"), "model");
    publishing = publishing(true);

    PartFile other = new PartFile(0, part.name(), part.rows(), part.bytes(), "0".repeat(64));
    assertThat(failure(other)).isEqualTo(FailureKind.MODEL_CORRUPT);
    assertThat(output.resolve("old")).content().isEqualTo("model");
  }

  @Test
  void aPartThatIsNotWhatItsPserverWroteIsNotPublished() {
    PartFile other = new PartFile(0, part.name(), part.rows(), part.bytes(), "0".repeat(64));

    assertThat(failure(other)).isEqualTo(FailureKind.MODEL_CORRUPT);
    assertThat(output).doesNotExist();
  }

  @Test
  void aPartThatIsMissingIsNotPublished() {
    PartFile missing = new PartFile(1, "part-00001.avro", 1, 10, "0".repeat(64));

    assertThat(failure(missing)).isEqualTo(FailureKind.MODEL_CORRUPT);
    assertThat(output).doesNotExist();
  }

  private JobEvent publish(PartFile one) {
    return publish(written, one);
  }

  private JobEvent publish(Path folder, PartFile one) {
    return publish(folder, one, output);
  }

  private JobEvent publish(Path folder, PartFile one, Path place) {
    return publishing.publish(
        new JobEffect.Publish(
            25, folder.toUri().toString(), List.of(one), place.toUri().toString(), SCALES),
        1000,
        delayed::add);
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private FailureKind failure(PartFile one) {
    return ((JobEvent.PublishFailed) publish(one)).failure().kind();
  }

  private ModelVerification verify() throws IOException {
    org.apache.hadoop.fs.Path folder = new org.apache.hadoop.fs.Path(output.toUri());
    return ModelVerifier.verify(new StoredModel(FileSystem.get(folder.toUri(), hadoop), folder));
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
