package trainer.core.config;

import java.time.Duration;
import java.util.Map;

/** Every {@code trainer.*} key. The constant is the name without its prefix. */
public final class Keys {
  /** The beginning of every key's name. */
  public static final String PREFIX = "trainer.";

  /** Keys with this prefix go to the model as they are. */
  public static final String MODEL_ARGUMENT_PREFIX = "trainer.model.args.";

  private static final KeySet KEYS = new KeySet();
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int MOST_REPLICAS = 8;
  public static final int MOST_PROCESSES = 10_000;
  private static final float MOST_OF_ONE = 0.999999f;
  private static final int MOST_MEMORY_MB = 1 << 20;
  private static final int MOST_SPILL_MB = 1 << 24;
  private static final int MOST_VCORES = 1024;

  /** How updates are synchronised. */
  public enum Sync {
    /** Bulk-synchronous: reproducible. */
    BSP,
    /** Gradients are applied on arrival; only a worker far ahead of the slowest waits. */
    SSP,
    /** No worker waits; gradients are applied on arrival. */
    ASYNC,
    /** The first gradients that are of the newest version make the next one. */
    VERSIONED;

    /** Whether gradients are applied on arrival, in any order, and not in mini-batches. */
    public boolean isOnArrival() {
      return this == SSP || this == ASYNC;
    }

    /** Whether workers receive tasks of a queue, rather than shares cut from mini-batches. */
    public boolean hasTasks() {
      return this != BSP;
    }
  }

  /** The optimizers. */
  public enum OptimizerName {
    SGD,
    MOMENTUM,
    NESTEROV,
    ADAGRAD,
    ADADELTA,
    ADAM,
    AMSGRAD,
    RMSPROP,
    FTRL
  }

  /** How the learning rate changes from step to step. */
  public enum ScheduleName {
    CONSTANT,
    STEP,
    EXPONENTIAL,
    INVERSE_TIME,
    /** With warm restarts. */
    COSINE
  }

  /** The scale of a mini-batch's gradients for the optimizer. */
  public enum GradientScale {
    SUM,
    MEAN
  }

  /** The meaning of records that a format stores as bytes or as text. */
  public enum RecordPayload {
    /** By the first record of each file. */
    AUTO,
    /** A tf.Example. */
    EXAMPLE,
    /** A libsvm line. */
    LIBSVM,
    /** A CSV record. */
    CSV
  }

  /** The stores of the master's state. */
  public enum Store {
    /** Any Hadoop file system that can hflush: in the job's folder. */
    HDFS,
    ZOOKEEPER,
    ETCD
  }

  /** The users that may read a model. */
  public enum Readers {
    OWNER,
    GROUP,
    ALL
  }

  /** Where a scoring job has the rows of its model. */
  public enum ScoreModel {
    AUTO,
    WORKER,
    PSERVER
  }

  /** The format of a scoring job's output. */
  public enum ScoreFormat {
    CSV,
    AVRO,
    PARQUET,

    /** No rows: only the metrics are wanted. */
    NONE
  }

  /** How the numbers of a text's tokens become numbers of the text. */
  public enum Pooling {
    /** The mean over the tokens. */
    MEAN,
    /** Those of the first token. */
    FIRST
  }

  /** How an image becomes one of the size that a model takes. */
  public enum ImageFit {
    /** Both sides are scaled, each by its own factor. */
    STRETCH,
    /** The short side is scaled to the size, and the middle is taken. */
    CROP,
    /** The long side is scaled to the size, and the rest is black. */
    PAD
  }

  /** The order of an image's colours. */
  public enum ImageColors {
    RGB,
    BGR,
    GRAY
  }

  /** The formats that an import writes. */
  public enum ImportFormat {
    AVRO,
    PARQUET
  }

  /** The consequence of a failure that the job could survive. */
  public enum OnFailure {
    CONTINUE,
    FAIL
  }

  /** When training begins. */
  public enum Start {
    /** With trainer.workers, or after trainer.start.patience with trainer.workers.min. */
    ALL,
    /** With trainer.workers.min. */
    MIN
  }

  public static final Key<String> NAME =
      KEYS.text("trainer.name", "trainer", "The job's name in YARN and on its page.");
  public static final Key<String> TAGS =
      KEYS.text("trainer.tags", "", "Tags of the YARN application, separated by commas.");
  public static final Key<String> QUEUE =
      KEYS.text("trainer.queue", "default", "The YARN queue, a leaf's name or full path.");

  public static final Key<String> INPUT =
      KEYS.text(
          "trainer.input",
          null,
          "Training data: files, folders or globs, separated by commas, on any Hadoop file system.");
  public static final Key<String> INPUT_FORMAT =
      KEYS.name(
          "trainer.input.format",
          "auto",
          "auto, the name of a format, or a class with its package",
          "The format of the input: a name, or the class of a Hadoop InputFormat.");
  public static final Key<String> INPUT_WHERE =
      KEYS.text(
          "trainer.input.where",
          "",
          "The partitions that are read, such as dt=2026-11-2*,country=de; * and ? are wildcards.");
  public static final Key<String> INPUT_PLANNED =
      KEYS.text(
          "trainer.input.planned",
          "",
          "Set by the client: each table of the input, such as iceberg:PATH@SNAPSHOT, with its"
              + " files.");
  public static final Key<Integer> INPUT_MAX_BAD_RECORDS =
      KEYS.integer(
          "trainer.input.max-bad-records",
          0,
          0,
          Integer.MAX_VALUE,
          "How many broken records are left out before the job fails, each counted once.");
  public static final Key<Long> INPUT_MAX_RECORD_BYTES =
      KEYS.size(
          "trainer.input.max-record-bytes",
          "64m",
          1024,
          1L << 30,
          "Bytes of a line of text, of a record of TFRecord, or of an uncompressed block or page, at"
              + " most.");
  public static final Key<String> LABEL =
      KEYS.text(
          "trainer.label", "label", "The column of a table that is predicted; not for libsvm.");
  public static final Key<String> LABEL_POSITIVE =
      KEYS.text(
          "trainer.label.positive",
          "",
          "The text of the label that means 1; by default one of two texts, see docs/guide/tables.md.");
  public static final Key<String> LABEL_NEGATIVE =
      KEYS.text(
          "trainer.label.negative",
          "",
          "The text of the label that means 0, any other breaks its record; empty for any other.");
  public static final Key<Boolean> LABEL_REQUIRED =
      KEYS.bool(
          "trainer.label.required",
          true,
          "Whether a record without a label is broken; score sets false.");
  public static final Key<String> WEIGHT =
      KEYS.text("trainer.weight", "", "The column of a table that weights its records.");
  public static final Key<String> FEATURES =
      KEYS.text(
          "trainer.features",
          "",
          "The columns of a table that give features and their use; see docs/guide/tables.md.");
  public static final Key<Integer> FEATURES_BITS =
      KEYS.integer(
          "trainer.features.bits",
          0,
          0,
          63,
          "Bits of a feature's key, such that features may share a key; 0 for all 64.");
  public static final Key<Long> FEATURES_SEED =
      KEYS.integer64(
          "trainer.features.seed",
          0,
          Long.MIN_VALUE,
          Long.MAX_VALUE,
          "The seed of the hash that makes keys of columns and values; another one gives other"
              + " collisions.");
  public static final Key<String> SCORE_KEEP =
      KEYS.text(
          "trainer.score.keep",
          "",
          "The columns of a table that scoring copies to its output, separated by commas.");
  public static final Key<Character> CSV_DELIMITER =
      KEYS.character(
          "trainer.csv.delimiter",
          "auto",
          "auto",
          "The character between fields; auto takes the one of comma, semicolon, tab and | that the"
              + " first line has most of.");
  public static final Key<Character> CSV_QUOTE =
      KEYS.character(
          "trainer.csv.quote",
          "\"",
          null,
          "The character around fields that hold delimiters or newlines.");
  public static final Key<String> CSV_NULL =
      KEYS.text(
          "trainer.csv.null",
          "",
          "A text that means a missing value, such as NA, beside an empty field without quotes.");
  public static final Key<String> CSV_COLUMNS =
      KEYS.text(
          "trainer.csv.columns",
          "",
          "The names of the columns of CSV without a header, separated by commas.");
  public static final Key<RecordPayload> RECORDIO_PAYLOAD =
      KEYS.word(
          "trainer.recordio.payload",
          RecordPayload.class,
          RecordPayload.AUTO,
          "The records of RecordIO files and of a Hadoop InputFormat; auto goes by the first record"
              + " of each file.");
  public static final Key<String> VALIDATION_INPUT =
      KEYS.text(
          "trainer.validation.input",
          null,
          "Held-out data, scored after each epoch and never trained on; like trainer.input.");
  public static final Key<Float> VALIDATION_PERCENT =
      KEYS.real(
          "trainer.validation.percent",
          "0",
          0f,
          99f,
          "The part of the records that is held out by their hash, in percent, instead of"
              + " trainer.validation.input.");
  public static final Key<String> MODEL_INITIAL =
      KEYS.text(
          "trainer.model.initial",
          null,
          "A model or checkpoint, a folder, whose rows the training begins with.");
  public static final Key<String> RESUME =
      KEYS.text(
          "trainer.resume",
          null,
          "The folder of the job that this one goes on with; set by submit --resume.");
  public static final Key<Integer> VALIDATION_EVERY =
      KEYS.integer(
          "trainer.validation.every",
          0,
          0,
          Integer.MAX_VALUE,
          "The mini-batches after which the held-out records are scored, beside the end of each"
              + " epoch; 0 for the ends of epochs alone.");
  public static final Key<String> EARLY_STOPPING_METRIC =
      KEYS.text(
          "trainer.early-stopping.metric",
          null,
          "The held-out metric, such as logLoss or auc, that ends the training when it no longer"
              + " improves; the model is then the best version.");
  public static final Key<Integer> EARLY_STOPPING_PATIENCE =
      KEYS.integer(
          "trainer.early-stopping.patience",
          3,
          1,
          Integer.MAX_VALUE,
          "The scores of the held-out records in a row without an improvement that end the"
              + " training.");
  public static final Key<Float> EARLY_STOPPING_MIN_DELTA =
      KEYS.real(
          "trainer.early-stopping.min-delta",
          "0",
          0f,
          Float.MAX_VALUE,
          "A difference of the metric up to this one is no improvement.");
  public static final Key<Float> INPUT_NEGATIVES =
      KEYS.real(
          "trainer.input.negatives",
          "1",
          1e-6f,
          1f,
          "The part of the records with label 0 or -1 that is trained on, chosen by their hash; each"
              + " has the weight of those it stands for.");
  public static final Key<Integer> BLOCK_RECORDS =
      KEYS.integer(
          "trainer.block.records",
          0,
          0,
          1_000_000,
          "Records a block, found by reading the input once; 0 takes the format's own blocks.");
  public static final Key<Long> TEXT_BLOCK_BYTES =
      KEYS.size(
          "trainer.text.block-bytes",
          "0",
          0,
          1L << 30,
          "Bytes a block of text or of TFRecord, when trainer.block.records is 0; 0: a 64th of the "
              + "input, but 1k to 32k.");
  public static final Key<String> OUTPUT =
      KEYS.text(
          "trainer.output",
          null,
          "The folder the model is written to; must not exist, unless it is to be replaced.");
  public static final Key<Boolean> OUTPUT_OVERWRITE =
      KEYS.bool(
          "trainer.output.overwrite",
          false,
          "Replaces an existing output, once the new model is whole.");
  public static final Key<String> SCORE_MODEL_URI =
      KEYS.text(
          "trainer.score.model-uri",
          null,
          "The folder of the trained model that a scoring job applies; score --model sets it.");
  public static final Key<String> SCORE_MODEL_ID =
      KEYS.text(
          "trainer.score.model-id",
          null,
          "The model id of that model at the start; a worker that finds another one fails. score"
              + " --model sets it.");
  public static final Key<ScoreModel> SCORE_MODEL =
      KEYS.word(
          "trainer.score.model",
          ScoreModel.class,
          ScoreModel.AUTO,
          "Where the rows of the model are: in every worker, or on pservers that workers ask; auto:"
              + " in workers if they have the memory.");
  public static final Key<ScoreFormat> SCORE_OUTPUT_FORMAT =
      KEYS.word(
          "trainer.score.output-format",
          ScoreFormat.class,
          ScoreFormat.CSV,
          "The format of the files that a scoring job writes; none: no rows, the metrics alone.");
  public static final Key<Integer> SCORE_FILE_MB =
      KEYS.integer(
          "trainer.score.file-mb",
          64,
          1,
          1 << 20,
          "The size at which a worker of a scoring job closes a file and begins another one.");
  public static final Key<Float> SCORE_EXPECTED_RATE =
      KEYS.real(
          "trainer.score.expected-rate",
          1e-6f,
          1e9f,
          "Rows a second that a worker scores: how a session divides its workers until it has"
              + " measured that.");
  public static final Key<Integer> SCORE_MODEL_MB =
      KEYS.integer(
          "trainer.score.model-mb",
          0,
          0,
          1 << 30,
          "The memory of the model in a worker, as the client estimates it.");
  public static final Key<Integer> SCORE_BATCH =
      KEYS.integer(
          "trainer.score.batch",
          0,
          0,
          1 << 16,
          "The records of a block that a model of a file, such as ONNX, scores together; 0: one text"
              + " or image, 64 records of numbers. With another number some models give other bits.");
  public static final Key<String> SCORE_COLUMNS =
      KEYS.text(
          "trainer.score.columns",
          "",
          "The columns that a model of a file, such as ONNX, reads; score --model sets it.");
  public static final Key<String> ONNX_COLUMNS =
      KEYS.text(
          "trainer.onnx.columns",
          "",
          "The columns of an input of an ONNX model, as in features=age,income;x=price. Any other"
              + " input reads the column of its own name.");
  public static final Key<String> ONNX_TEXT =
      KEYS.text(
          "trainer.onnx.text",
          null,
          "The column of texts that an ONNX model reads, by the tokenizer.json beside it.");
  public static final Key<Integer> ONNX_MAX_TOKENS =
      KEYS.integer(
          "trainer.onnx.max-tokens",
          128,
          1,
          1 << 20,
          "Tokens of a text at most, the special ones included; the rest of the text is left out.");
  public static final Key<Pooling> ONNX_POOLING =
      KEYS.word(
          "trainer.onnx.pooling",
          Pooling.class,
          Pooling.MEAN,
          "How an output with numbers of each token gives those of a text: their mean, or the first"
              + " token's.");
  public static final Key<String> ONNX_OUTPUTS =
      KEYS.text(
          "trainer.onnx.outputs",
          "",
          "The outputs of an ONNX model that are written, separated by commas; empty for all.");
  public static final Key<String> ONNX_IMAGE_SIZE =
      KEYS.text(
          "trainer.onnx.image.size",
          null,
          "HEIGHTxWIDTH of images, for an ONNX model that takes any.");
  public static final Key<ImageFit> ONNX_IMAGE_FIT =
      KEYS.word(
          "trainer.onnx.image.fit",
          ImageFit.class,
          ImageFit.STRETCH,
          "How an image gets the size that the model takes: stretch, crop the long side, or pad the"
              + " short one.");
  public static final Key<ImageColors> ONNX_IMAGE_COLORS =
      KEYS.word(
          "trainer.onnx.image.colors",
          ImageColors.class,
          ImageColors.RGB,
          "The order of an image's colours; gray for a model of one channel.");
  public static final Key<String> ONNX_IMAGE_MEAN =
      KEYS.text(
          "trainer.onnx.image.mean",
          "0",
          "The mean that is subtracted from a pixel's colours, which are numbers from 0 to 1: one"
              + " number, or one a channel.");
  public static final Key<String> ONNX_IMAGE_STD =
      KEYS.text(
          "trainer.onnx.image.std",
          "1",
          "The deviation by which the colours are then divided: one number, or one a channel.");
  public static final Key<ImportFormat> IMPORT_FORMAT =
      KEYS.word(
          "trainer.import.format",
          ImportFormat.class,
          null,
          "The format into which a job rewrites its input; import --to sets it.");
  public static final Key<String> IMPORT_TYPES =
      KEYS.text(
          "trainer.import.types",
          "",
          "The types of columns that an import writes, as in zip:text,price:double; long, double,"
              + " boolean or text. Other columns have the type of the first records.");
  public static final Key<Integer> IMPORT_FILE_MB =
      KEYS.integer(
          "trainer.import.file-mb",
          128,
          1,
          1 << 20,
          "The bytes of input that an import writes into one file.");
  public static final Key<Boolean> OUTPUT_WAIT =
      KEYS.bool(
          "trainer.output.wait",
          false,
          "Whether submit waits while another job is going to write the same output.");
  public static final Key<Readers> OUTPUT_PERMISSIONS =
      KEYS.word(
          "trainer.output.permissions",
          Readers.class,
          Readers.OWNER,
          "The users that may read the model: its owner alone, the group of the output folder, or all.");

  public static final Key<String> MODEL =
      KEYS.text("trainer.model", "logistic", "The model: an alias or a class name.");
  public static final Key<String> JARS =
      KEYS.text(
          "trainer.jars",
          null,
          "Jars with the model's class and the libraries it needs, separated by commas; local files"
              + " or on any Hadoop file system.");
  public static final Key<String> CLASSPATH_EXTRA =
      KEYS.text(
          "trainer.classpath.extra",
          null,
          "Jars of a file system, behind Trainer's own in every process: files or globs, separated"
              + " by commas, local or on any Hadoop file system.");
  public static final Key<String> FILES =
      KEYS.text(
          "trainer.files",
          null,
          "Files that the model's code finds in the working directory of workers and pservers,"
              + " separated by commas, each PATH or PATH#NAME; local or on any Hadoop file system.");
  public static final Key<String> ARCHIVES =
      KEYS.text(
          "trainer.archives",
          null,
          "Archives (.zip, .jar, .tar, .tar.gz, .tgz) that it finds there unpacked, in a folder of"
              + " that name.");
  public static final Key<Integer> MODEL_CLASSES =
      KEYS.integer(
          "trainer.model.classes",
          2,
          1 << 16,
          "How many classes the labels of softmax name: 0 to one less than this.");
  public static final Key<OptimizerName> OPTIMIZER =
      KEYS.word(
          "trainer.optimizer",
          OptimizerName.class,
          OptimizerName.ADAGRAD,
          "How rows change with their gradients; sgd unless it is set where labels are numbers.");
  public static final Key<Float> OPTIMIZER_LEARNING_RATE =
      KEYS.real(
          "trainer.optimizer.learning-rate",
          0f,
          1e6f,
          "The learning rate (FTRL's alpha); by default the optimizer's own.");
  public static final Key<Float> OPTIMIZER_BETA =
      KEYS.real("trainer.optimizer.beta", 0f, 1e9f, "FTRL's beta.");
  public static final Key<Float> OPTIMIZER_INITIAL_ACCUMULATOR =
      KEYS.real(
          "trainer.optimizer.initial-accumulator",
          0f,
          1e9f,
          "The sum of squares before the first gradient, of adagrad and ftrl.");
  public static final Key<Float> OPTIMIZER_MOMENTUM =
      KEYS.real(
          "trainer.optimizer.momentum",
          0f,
          MOST_OF_ONE,
          "The part of a velocity that momentum and nesterov keep from step to step.");
  public static final Key<Float> OPTIMIZER_BETA1 =
      KEYS.real(
          "trainer.optimizer.beta1",
          0f,
          MOST_OF_ONE,
          "The part of the mean gradient that adam and amsgrad keep from step to step.");
  public static final Key<Float> OPTIMIZER_BETA2 =
      KEYS.real(
          "trainer.optimizer.beta2",
          0f,
          MOST_OF_ONE,
          "The part of the mean square that adam and amsgrad keep from step to step.");
  public static final Key<Float> OPTIMIZER_RHO =
      KEYS.real(
          "trainer.optimizer.rho",
          0f,
          MOST_OF_ONE,
          "The part of the mean squares that adadelta and rmsprop keep from step to step.");
  public static final Key<Float> OPTIMIZER_EPSILON =
      KEYS.real(
          "trainer.optimizer.epsilon",
          1e-20f,
          1e9f,
          "What adam, amsgrad and rmsprop add to the root they divide by, adadelta under its roots.");
  public static final Key<Float> OPTIMIZER_L1 =
      KEYS.real("trainer.optimizer.l1", 0f, 1e9f, "L1 regularisation.");
  public static final Key<Float> OPTIMIZER_L2 =
      KEYS.real("trainer.optimizer.l2", 0f, 1e9f, "L2 regularisation.");
  public static final Key<GradientScale> OPTIMIZER_GRADIENT =
      KEYS.word(
          "trainer.optimizer.gradient",
          GradientScale.class,
          null,
          "Weighted sum or mean over a mini-batch's records; by default the optimizer's own.");
  public static final Key<Float> OPTIMIZER_CLIP_VALUE =
      KEYS.real(
          "trainer.optimizer.clip-value",
          1e-9f,
          1e9f,
          "The most that a gradient's absolute value may be, for each weight; not clipped if unset.");
  public static final Key<Float> OPTIMIZER_CLIP_NORM =
      KEYS.real(
          "trainer.optimizer.clip-norm",
          1e-9f,
          1e9f,
          "The most that the Euclidean norm of a row's gradient may be; not clipped if unset.");
  public static final Key<ScheduleName> OPTIMIZER_SCHEDULE =
      KEYS.word(
          "trainer.optimizer.schedule",
          ScheduleName.class,
          ScheduleName.CONSTANT,
          "How the learning rate changes with the mini-batches.");
  public static final Key<Integer> OPTIMIZER_SCHEDULE_STEPS =
      KEYS.integer(
          "trainer.optimizer.schedule.steps",
          1,
          1_000_000_000,
          "Mini-batches between two drops of step, that exponential and inverse-time decay over, of "
              + "cosine's first period.");
  public static final Key<Float> OPTIMIZER_SCHEDULE_DECAY =
      KEYS.real(
          "trainer.optimizer.schedule.decay",
          0f,
          1e6f,
          "What the rate is multiplied by every schedule.steps mini-batches (step 0.1, exponential "
              + "0.5); inverse-time divides by 1 + decay (1) times their number.");
  public static final Key<Integer> OPTIMIZER_SCHEDULE_GROWTH =
      KEYS.integer(
          "trainer.optimizer.schedule.growth",
          1,
          1000,
          "How many times as long as the one before each period of cosine is; by default 1.");
  public static final Key<Float> OPTIMIZER_SCHEDULE_FLOOR =
      KEYS.real(
          "trainer.optimizer.schedule.floor",
          0f,
          1f,
          "The part of the learning rate that every schedule leaves; by default 0.");
  public static final Key<Integer> OPTIMIZER_WARMUP_STEPS =
      KEYS.integer(
          "trainer.optimizer.warmup-steps",
          0,
          0,
          1_000_000_000,
          "Mini-batches over which the learning rate rises evenly to its full height; the schedule "
              + "begins after them.");
  public static final Key<Boolean> OPTIMIZER_STALENESS_AWARE =
      KEYS.bool(
          "trainer.optimizer.staleness-aware",
          false,
          "Under trainer.sync=async or ssp: whether the learning rate of gradients is divided by how"
              + " many mini-batches' worth of updates, more than one, came between their pull and"
              + " their push.");
  public static final Key<Integer> TABLE_ADMISSION =
      KEYS.integer(
          "trainer.table.admission",
          1,
          1,
          1 << 24,
          "Which mini-batch that holds a key of a sparse table is the first to change its row; "
              + "those before it are only counted.");
  public static final Key<Integer> TABLE_EXPIRY =
      KEYS.integer(
          "trainer.table.expiry",
          0,
          0,
          1 << 24,
          "A row of a sparse table is dropped when it was in none of so many mini-batches, at most "
              + "a quarter later; 0: never. Needs trainer.sync=bsp or versioned.");
  public static final Key<Integer> EPOCHS =
      KEYS.integer("trainer.epochs", 1, 1, 1_000_000, "Passes over the data.");
  public static final Key<Long> SEED =
      KEYS.integer64(
          "trainer.seed", 1, Long.MIN_VALUE, Long.MAX_VALUE, "The seed of every random draw.");
  public static final Key<Sync> SYNC =
      KEYS.word("trainer.sync", Sync.class, Sync.BSP, "How updates are synchronised.");
  public static final Key<Integer> SSP_STALENESS =
      KEYS.integer(
          "trainer.ssp.staleness",
          3,
          0,
          1000,
          "Under trainer.sync=ssp: how many mini-batches a worker may be ahead of the slowest when it"
              + " begins one.");
  public static final Key<Integer> VERSIONED_GRADIENTS =
      KEYS.integer(
          "trainer.versioned.gradients",
          0,
          0,
          1 << 16,
          "Under trainer.sync=versioned: how many reports of gradients make a version; 0: as many as"
              + " trainer.workers.");
  public static final Key<Integer> VERSIONED_MAX_REPORTS =
      KEYS.integer(
          "trainer.versioned.max-reports",
          64,
          1,
          1_000_000,
          "Under trainer.sync=versioned: how often gradients of a task may be reported that are of"
              + " an older version than the newest, before the task has failed.");
  public static final Key<Boolean> SPECULATION =
      KEYS.bool(
          "trainer.speculation",
          true,
          "Whether work that lags far behind is given to a second worker, too: a share of a"
              + " mini-batch under trainer.sync=bsp, a task at the end of a scoring job. Under bsp, a"
              + " worker that always lags is replaced.");
  public static final Key<Integer> MINIBATCH_BLOCKS =
      KEYS.integer(
          "trainer.minibatch.blocks",
          0,
          0,
          1 << 20,
          "Blocks between two model updates, over all workers; 0: a 64th of the input's blocks, but 1"
              + " to 128; with sgd, momentum, nesterov, adadelta and rmsprop a 128th, but 8 to 128.");
  public static final Key<Boolean> BSP_EXPOSURE =
      KEYS.bool(
          "trainer.bsp.exposure",
          true,
          "Whether a version is served as soon as it is complete, before the news of its commit.");

  public static final Key<TaskSize> TASK_BLOCKS =
      KEYS.taskSize(
          "trainer.task.blocks",
          "Blocks of a task, or file for a file each; 0: some 16 tasks a worker, of 64 blocks at"
              + " most, and of no fewer than a worker pushes at once. Under bsp a task is one block, under versioned"
              + " one report, and 0 makes a version of as many blocks as a mini-batch has.");
  public static final Key<Integer> TASKS_PER_ASSIGNMENT =
      KEYS.integer(
          "trainer.tasks.per-assignment",
          2,
          1,
          1024,
          "Tasks a worker holds at most, the one at work included; under bsp it holds shares.");
  public static final Key<Integer> TASK_TIMEOUT_FACTOR =
      KEYS.integer(
          "trainer.task.timeout-factor",
          10,
          2,
          10_000,
          "How many times the moving average a task, or a worker's share of a mini-batch, may take;"
              + " then its worker is asked, and replaced when it takes as long again.");
  public static final Key<Duration> TASK_TIMEOUT_LEAST =
      KEYS.duration(
          "trainer.task.timeout-least",
          "60s",
          Duration.ofMillis(100),
          DAY,
          "What any task or share may take at least; ten times as long before one is finished.");
  public static final Key<Integer> TASK_MAX_TIMEOUTS =
      KEYS.integer(
          "trainer.task.max-timeouts",
          3,
          0,
          1_000_000,
          "Times a task may run out of time; one more discards it, or under bsp, where nothing is"
              + " discarded, one more of a block in a mini-batch fails the job.");
  public static final Key<Integer> TASK_MAX_FAILURES =
      KEYS.integer(
          "trainer.task.max-failures",
          3,
          1,
          1_000_000,
          "Failures after which a task is discarded; under bsp, deaths of workers under a block alone"
              + " after which the job fails.");
  public static final Key<Integer> TASK_MAX_DISCARDED =
      KEYS.integer(
          "trainer.task.max-discarded",
          0,
          0,
          Integer.MAX_VALUE,
          "Tasks that may be discarded before the job fails; more than 0 needs trainer.sync=async or"
              + " ssp.");

  public static final Key<Integer> WORKERS =
      KEYS.integer("trainer.workers", 1, 1, MOST_PROCESSES, "Workers wanted at the start.");
  public static final Key<Integer> WORKERS_MIN =
      KEYS.integer(
          "trainer.workers.min", 1, 1, MOST_PROCESSES, "Workers without which nothing begins.");
  public static final Key<Integer> WORKERS_MAX =
      KEYS.integerLike(
          "trainer.workers.max", WORKERS, 1, MOST_PROCESSES, "Workers the job may grow to.");
  public static final Key<Start> START =
      KEYS.word("trainer.start", Start.class, Start.ALL, "When training begins.");
  public static final Key<Duration> START_PATIENCE =
      KEYS.duration(
          "trainer.start.patience",
          "30s",
          Duration.ZERO,
          DAY,
          "How long trainer.start=all waits for trainer.workers.");
  public static final Key<Boolean> OVERCOMMIT =
      KEYS.bool(
          "trainer.overcommit",
          false,
          "Starts a job that asks for more than this machine, or the queue and cluster, have room"
              + " for at present.");
  public static final Key<Integer> WORKER_NATIVE_MB =
      KEYS.integer(
          "trainer.worker.native-mb",
          0,
          0,
          MOST_MEMORY_MB,
          "Of a worker's memory, the part outside Java's heap for models such as ONNX; score sets"
              + " what its model needs, session start needs a value for them.");
  public static final Key<Integer> WORKER_MEMORY_MB =
      KEYS.integer(
          "trainer.worker.memory-mb", 1024, 256, MOST_MEMORY_MB, "Container memory of a worker.");
  public static final Key<Integer> WORKER_VCORES =
      KEYS.integer(
          "trainer.worker.vcores", 1, 1, MOST_VCORES, "Vcores and compute threads of a worker.");
  public static final Key<Integer> WORKER_CACHE_MB =
      KEYS.integer(
          "trainer.worker.cache-mb",
          -1,
          -1,
          MOST_MEMORY_MB,
          "Memory for decoded blocks kept between epochs; -1 for 40 % of the worker's heap, none"
              + " with one epoch.");
  public static final Key<Integer> WORKER_SPILL_MB =
      KEYS.integer(
          "trainer.worker.spill-mb",
          0,
          0,
          MOST_SPILL_MB,
          "Disk for decoded blocks that do not fit trainer.worker.cache-mb, in the container's local"
              + " folders; beyond it blocks are read and decoded again each epoch.");
  public static final Key<Integer> PSERVERS =
      KEYS.integer(
          "trainer.pservers",
          1,
          0,
          MOST_PROCESSES,
          "Parameter servers; a scoring job has them only for a model that they serve.");
  public static final Key<Integer> PSERVER_REPLICAS =
      KEYS.integer(
          "trainer.pserver.replicas",
          1,
          1,
          MOST_REPLICAS,
          "Pservers that hold each partition, at most trainer.pservers; more than one needs"
              + " trainer.sync=bsp or versioned.");
  public static final Key<Integer> PSERVER_MOVES =
      KEYS.integer(
          "trainer.pserver.moves",
          4,
          1,
          1024,
          "Partitions that move at once when pservers are added or removed.");
  public static final Key<Duration> PSERVER_FULL_TIMEOUT =
      KEYS.duration(
          "trainer.pserver.full-timeout",
          "10m",
          Duration.ofSeconds(1),
          Duration.ofDays(30),
          "How long training may wait for a pserver that has no room for more rows, before the job"
              + " fails; meanwhile more pservers can be given to it.");
  public static final Key<Duration> CHECKPOINT_INTERVAL =
      KEYS.duration(
          "trainer.checkpoint.interval",
          "10m",
          Duration.ofMillis(100),
          Duration.ofDays(30),
          "How often the model is kept while it is trained, for pservers that are lost.");
  public static final Key<Integer> CHECKPOINT_KEEP =
      KEYS.integer(
          "trainer.checkpoint.keep", 2, 1, 1000, "How many checkpoints are kept, the newest ones.");
  public static final Key<OnFailure> CHECKPOINT_ON_FAILURE =
      KEYS.word(
          "trainer.checkpoint.on-failure",
          OnFailure.class,
          OnFailure.CONTINUE,
          "What becomes of a job whose model cannot be kept, for want of space or storage: continue"
              + " warns, trains on and tries again after 1 s, 2 s, 4 s, ... up to the interval; fail"
              + " ends it, at once for a quota, else when the storage has failed for 3 minutes.");
  public static final Key<Integer> PSERVER_MEMORY_MB =
      KEYS.integer(
          "trainer.pserver.memory-mb", 1024, 256, MOST_MEMORY_MB, "Container memory of a pserver.");
  public static final Key<Integer> PSERVER_VCORES =
      KEYS.integer("trainer.pserver.vcores", 1, 1, MOST_VCORES, "Vcores and lanes of a pserver.");
  public static final Key<Integer> MASTER_MEMORY_MB =
      KEYS.integer(
          "trainer.master.memory-mb", 1024, 512, MOST_MEMORY_MB, "Container memory of the master.");
  public static final Key<Integer> MASTER_VCORES =
      KEYS.integer("trainer.master.vcores", 1, 1, MOST_VCORES, "Vcores of the master.");
  public static final Key<Integer> MASTER_ATTEMPTS =
      KEYS.integer(
          "trainer.master.attempts",
          4,
          1,
          1000,
          "How many masters YARN may start one after another when they die, within ten minutes; at"
              + " most the cluster's yarn.resourcemanager.am.max-attempts. Local runs have one, see"
              + " trainer.standby.");
  public static final Key<Boolean> STANDBY =
      KEYS.bool(
          "trainer.standby",
          false,
          "Keeps a second master, in a process of its own, that leads within a second of the first"
              + " one's loss. It takes the memory and vcores of a master. On YARN it needs"
              + " trainer.master.attempts of 2 or more.");
  public static final Key<Duration> STANDBY_SILENCE =
      KEYS.duration(
          "trainer.standby.silence",
          "3s",
          Duration.ofMillis(500),
          Duration.ofMinutes(10),
          "How long a leading master may be silent before the standby leads.");

  public static final Key<String> JOB_DIR =
      KEYS.text(
          "trainer.job.dir",
          null,
          "Where jobs keep state, logs and reports; default /user/<user>/.trainer/jobs, in local mode"
              + " ~/.trainer/jobs.");
  public static final Key<Duration> JOB_KEEP =
      KEYS.duration(
          "trainer.job.keep",
          null,
          SECOND,
          Duration.ofDays(3650),
          "How long folders of ended jobs are kept, such as 30d: each submit deletes older ones of the"
              + " same user; trainer jobs clean does, too. Unset, none is deleted.");
  public static final Key<Duration> JOB_DIR_PATIENCE =
      KEYS.duration(
          "trainer.job.dir.patience",
          "1m",
          SECOND,
          Duration.ofHours(1),
          "How long the job's folder may be missing while the job runs, on a storage that answers;"
              + " then the job fails.");
  public static final Key<String> HISTORY_ADDRESS =
      KEYS.server(
          "trainer.history.address",
          "Where trainer history serves the folder of trainer.job.dir: YARN's link of an application"
              + " that has ended leads to the job's page there.");
  public static final Key<Boolean> TENSORBOARD =
      KEYS.bool(
          "trainer.tensorboard",
          true,
          "Whether a training job writes event files for TensorBoard to the folder tensorboard of"
              + " its own folder while it runs.");
  public static final Key<String> MLFLOW_URI =
      KEYS.web(
          "trainer.mlflow.uri",
          "The tracking server of MLflow to which a training job reports its settings, its learning"
              + " curve and its end. Unset, to none.");
  public static final Key<String> MLFLOW_EXPERIMENT =
      KEYS.textLike(
          "trainer.mlflow.experiment",
          NAME,
          "The experiment of MLflow that the job is a run of; it is created if there is none.");
  public static final Key<Store> STATE_STORE =
      KEYS.word(
          "trainer.state.store",
          Store.class,
          Store.HDFS,
          "Where the master keeps what it must not forget: hdfs, in trainer.job.dir; zookeeper; etcd."
              + " Whoever reaches the servers of the latter two may read and change it, Kerberos or"
              + " not: they have to be closed to others.");
  public static final Key<String> STATE_ADDRESS =
      KEYS.text(
          "trainer.state.address",
          null,
          "The servers of ZooKeeper (host:port,host:port/chroot) or etcd (host:port,host:port), where"
              + " trainer.state.store is one of them.");
  public static final Key<String> BUNDLE_DIR =
      KEYS.text(
          "trainer.bundle.dir",
          null,
          "Where bundles are cached by their hash; default /user/<user>/.trainer/bundles.");
  public static final Key<String> BUNDLE =
      KEYS.text(
          "trainer.bundle",
          null,
          "An administrator's copy of this client's bundle.zip, readable by all, instead of one in"
              + " trainer.bundle.dir.");
  public static final Key<Duration> BUNDLE_KEEP =
      KEYS.duration(
          "trainer.bundle.keep",
          "720h",
          Duration.ofHours(1),
          Duration.ofDays(3650),
          "How long bundles in trainer.bundle.dir are kept that nobody submits with and no running"
              + " job needs.");
  public static final Key<String> JAVA_HOME =
      KEYS.text(
          "trainer.java.home",
          null,
          "A Java 17 or newer on every node; default the node's own JAVA_HOME.");
  public static final Key<String> JAVA_ARCHIVE =
      KEYS.text(
          "trainer.java.archive",
          null,
          "A JDK 17 or newer for Linux as .tar.gz or .zip on a Hadoop file system, unpacked on every"
              + " node and used there; #folder names the folder in it that holds bin/java, found out"
              + " where left out.");

  public static final Key<String> ACL_VIEW =
      KEYS.text(
          "trainer.acl.view",
          "",
          "Who may see the job beside its owner: users,by,comma groups,by,comma, or *.");
  public static final Key<String> ACL_MODIFY =
      KEYS.text(
          "trainer.acl.modify",
          "",
          "Who may end and command the job beside its owner: users,by,comma groups,by,comma, or *.");
  public static final Key<PortRange> MASTER_PORTS =
      KEYS.ports("trainer.master.ports", "Where masters listen for pservers, workers and clients.");
  public static final Key<PortRange> MASTER_WEB_PORTS =
      KEYS.ports("trainer.master.web.ports", "Where masters serve their page to YARN's proxy.");
  public static final Key<PortRange> PSERVER_PORTS =
      KEYS.ports("trainer.pserver.ports", "Where pservers listen for workers.");

  public static final Key<Duration> HEARTBEAT_INTERVAL =
      KEYS.duration(
          "trainer.heartbeat.interval",
          "1s",
          Duration.ofMillis(50),
          Duration.ofMinutes(1),
          "How often pservers and workers report.");
  public static final Key<Duration> HEARTBEAT_TIMEOUT =
      KEYS.duration(
          "trainer.heartbeat.timeout",
          "10s",
          Duration.ofMillis(200),
          Duration.ofHours(1),
          "Silence after which a process is dead; it is probed after half of that.");
  public static final Key<Duration> ALLOCATION_TIMEOUT =
      KEYS.duration(
          "trainer.allocation.timeout",
          "10m",
          SECOND,
          Duration.ofDays(30),
          "How long the master waits for containers; then the job fails.");
  public static final Key<Duration> ALLOCATION_PATIENCE =
      KEYS.duration(
          "trainer.allocation.patience",
          "60s",
          SECOND,
          Duration.ofDays(30),
          "How long a job that has not begun keeps containers while no others are granted that it"
              + " needs; then it gives all back and asks again later, so that no two jobs hold each"
              + " other for ever. A job that trains waits as long for pservers in place of lost ones,"
              + " then goes on with those it has.");
  public static final Key<Float> MEMORY_MAX_FACTOR =
      KEYS.real(
          "trainer.memory.max-factor",
          "2",
          1f,
          64f,
          "A pserver or worker that ran out of memory is asked for again with half as much more, up"
              + " to so many times its trainer.*.memory-mb, and the most the cluster gives.");
  public static final Key<Integer> BLACKLIST_FAILURES =
      KEYS.integer(
          "trainer.blacklist.failures",
          3,
          1,
          1_000_000,
          "Processes of the job that failed on a node within trainer.blacklist.parole, after which"
              + " it gets no new ones for that time.");
  public static final Key<Float> BLACKLIST_SLOW_SHARE =
      KEYS.real(
          "trainer.blacklist.slow-share",
          "0.5",
          0.01f,
          1f,
          "The share of the job's processes on a node that is slow, from which on the same is done.");
  public static final Key<Duration> BLACKLIST_PAROLE =
      KEYS.duration(
          "trainer.blacklist.parole",
          "10m",
          SECOND,
          Duration.ofDays(30),
          "How long a node gets no new containers. The blacklist is off as long as a third of all"
              + " nodes would be on it.");
  public static final Key<Integer> BLACKLIST_STRIKES =
      KEYS.integer(
          "trainer.blacklist.strikes",
          3,
          1,
          1_000_000,
          "How often a node is put on the blacklist before it stays there until the job ends.");
  public static final Key<Duration> EXIT_TIMEOUT =
      KEYS.duration(
          "trainer.exit.timeout",
          "60s",
          SECOND,
          Duration.ofHours(1),
          "How long processes may take to complete their logs and leave.");
  public static final Key<Duration> LOGS_FLUSH =
      KEYS.duration(
          "trainer.logs.flush",
          "5s",
          Duration.ofMillis(100),
          Duration.ofMinutes(10),
          "How far the logs in the job's folder may be behind.");

  public static final Key<Duration> ORPHAN_TIMEOUT =
      KEYS.duration(
          "trainer.orphan.timeout",
          "8s",
          SECOND,
          Duration.ofHours(1),
          "How long a pserver or worker looks for its master before it leaves, where no other one"
              + " will come; four times as long while somebody listens at the master's address.");
  public static final Key<Duration> MASTER_PATIENCE =
      KEYS.duration(
          "trainer.master.patience",
          "20m",
          SECOND,
          Duration.ofHours(24),
          "How long a pserver or worker looks for a master before it leaves, where YARN may start"
              + " another one: longer than YARN takes to notice that the master's node is lost.");
  public static final Key<Integer> BULK_MAX_FRAME =
      KEYS.integer(
          "trainer.bulk.max-frame",
          1 << 26,
          1 << 12,
          1 << 30,
          "The most bytes of one frame between a worker and a pserver.");

  private Keys() {}

  /** Every key by name, in the order of definition. */
  public static Map<String, Key<?>> all() {
    return KEYS.all();
  }
}
