package trainer.client.evaluate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelManifest;
import trainer.client.config.ClientConfiguration;
import trainer.client.submit.ServiceFailure;
import trainer.client.submit.TableInputs;
import trainer.client.submit.TrainedModelSettings;
import trainer.client.submit.UserJars;
import trainer.container.files.StoredModel;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.BlockIndex;
import trainer.core.input.InputFile;
import trainer.core.message.Evaluation;
import trainer.core.message.Measures;
import trainer.core.table.TableSpec;
import trainer.data.index.InputCheck;
import trainer.data.index.InputIndex;
import trainer.data.index.InputIndexer;
import trainer.data.read.BlockReader;
import trainer.learning.batch.BatchModelLibrary;
import trainer.learning.block.MetricsAccumulator;
import trainer.learning.block.ModelBlocks;
import trainer.learning.block.TrainedModel;
import trainer.learning.model.Models;
import trainer.learning.spi.Model;

/**
 * The evaluation of a trained model on an input. It scores block after block, so that it needs
 * little memory apart from the model. It uses as many threads as there are processors.
 */
public final class Evaluator {
  private final Settings settings;
  private final Configuration reading;
  private final ModelManifest manifest;
  private final Model model;
  private final TrainedModel rows;
  private final AtomicInteger next = new AtomicInteger();
  private BadRecords bad = BadRecords.NONE;

  private Evaluator(ClientConfiguration configuration, StoredModel stored, String input)
      throws IOException {
    this.manifest = ManifestFile.read(stored);
    Map<String, String> texts =
        new HashMap<>(TrainedModelSettings.of(configuration.settings(), manifest.origin()).texts());
    texts.put(Keys.INPUT.name(), input);
    Settings named = Settings.of(texts);
    UserJars jars = UserJars.of(configuration.hadoop(), named);
    texts.putAll(TableInputs.of(jars.planning(configuration.hadoop()), named).settings());
    this.settings = Settings.of(texts);
    this.reading = jars.reading(configuration.hadoop());
    this.model = Models.load(settings, jars.classes());
    if (!meaning(model.tables()).equals(meaning(manifest.tables()))) {
      throw new FailureException(
          FailureKind.CLASS_WRONG_TYPE,
          "the class of this model has the tables " + model.tables(),
          stored.location() + " has " + manifest.tables(),
          "give the jar that the model was trained with");
    }
    this.rows =
        TrainedModel.read(
            stored,
            manifest,
            TrainedModel.room(Runtime.getRuntime().maxMemory()),
            Runtime.getRuntime().availableProcessors(),
            "give this JVM more memory, such as TRAINER_CLIENT_OPTS=-Xmx8g");
  }

  /** The tables without storage and seed, which do not change the meaning of rows. */
  private static List<TableSpec> meaning(List<TableSpec> tables) {
    return tables.stream().map(table -> table.sparse().seeded(0)).toList();
  }

  /**
   * Scores an input.
   *
   * @param configuration determines how the input is read
   * @param uri the model's folder
   * @param input files, folders or globs
   */
  public static EvaluationResult evaluate(
      ClientConfiguration configuration, String uri, String input) {
    if (BatchModelLibrary.jarFor(uri).isPresent()) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "only a model of Trainer's has metrics",
          uri,
          "apply it with trainer score");
    }
    try {
      StoredModel stored = StoredModel.at(uri, configuration.hadoop());
      return new Evaluator(configuration, stored, input).run();
    } catch (IOException e) {
      throw ServiceFailure.of(uri, e);
    }
  }

  private EvaluationResult run() {
    String input = settings.get(Keys.INPUT);
    new InputCheck(reading, settings, model.labels()).check(input);
    InputIndex index = new InputIndexer(reading, settings).index(input);
    tolerate(index.bad());
    int threads =
        Math.min(index.blocks().units().count(), Runtime.getRuntime().availableProcessors());
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<MetricsAccumulator>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        running.add(pool.submit(() -> score(index.blocks())));
      }
      MetricsAccumulator all = MetricsAccumulator.ofScores(model.labels());
      for (Future<MetricsAccumulator> part : running) {
        all.add(await(part));
      }
      Evaluation evaluation = all.evaluation();
      if (evaluation.metrics().records() == 0) {
        throw new FailureException(
            FailureKind.INPUT_EMPTY, "the input holds no record to score", input, "check the path");
      }
      return new EvaluationResult(manifest, new Measures(model.labels(), model.loss()), evaluation);
    } finally {
      pool.shutdownNow();
    }
  }

  /** The work of one thread. */
  private MetricsAccumulator score(BlockIndex blocks) {
    TableEncoding encoding = TableEncoding.features(manifest.standardisations());
    try (BlockReader reader = new BlockReader(reading, settings, model.labels(), () -> encoding)) {
      BlockScoring scoring = new BlockScoring();
      int[] units = blocks.units().firsts();
      int unit = next.getAndIncrement();
      while (unit < units.length && !Thread.currentThread().isInterrupted()) {
        InputFile file = blocks.fileOf(units[unit]);
        for (int i = units[unit]; i < blocks.units().end(units[unit]); i++) {
          if (!scoring.has(i)) {
            reader.readUnit(
                file, blocks.block(i), (block, content) -> scoring.add(file, block, content));
          }
        }
        unit = next.getAndIncrement();
      }
      return scoring.tally;
    }
  }

  /** The scoring of blocks by one thread. */
  private final class BlockScoring {
    private final MetricsAccumulator tally = MetricsAccumulator.ofScores(model.labels());
    private final ModelBlocks blocks = new ModelBlocks(model, rows, manifest.tables());
    private float[] scores = new float[0];
    private final BitSet added = new BitSet();

    boolean has(int block) {
      return added.get(block);
    }

    void add(InputFile file, Block block, BlockContent content) {
      added.set(block.number());
      tolerate(content.bad());
      ModelBlocks.Numbered numbered = blocks.number(file, block, content);
      int count = content.examples().records() * model.labels().scores();
      if (scores.length < count) {
        scores = new float[2 * count];
      }
      double loss = numbered.block().score(model, blocks.weights(numbered), scores);
      tally.add(numbered.block(), scores, loss);
    }
  }

  private synchronized void tolerate(BadRecords more) {
    bad = bad.and(more);
    int most = settings.get(Keys.INPUT_MAX_BAD_RECORDS);
    if (bad.count() > most) {
      throw new FailureException(bad.moreThan(most), null);
    }
  }

  private static MetricsAccumulator await(Future<MetricsAccumulator> part) {
    try {
      return part.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException known) {
        throw known;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FailureException(FailureKind.INTERRUPTED, "stopped while scoring", "", "");
    }
  }
}
