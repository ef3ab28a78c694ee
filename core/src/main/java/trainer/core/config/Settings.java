package trainer.core.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

/** The values of a job's keys, parsed and checked once. Immutable. */
public final class Settings {
  /** The least memory of a process of Java's. */
  private static final int LEAST_JAVA_MB = 256;

  private final Map<String, String> texts;
  private final Map<Key<?>, Object> values;

  private Settings(Map<String, String> texts, Map<Key<?>, Object> values) {
    this.texts = Map.copyOf(texts);
    this.values = Map.copyOf(values);
  }

  /** Parses texts by key name; see {@link #of(Map, UnaryOperator, Map)}. */
  public static Settings of(Map<String, String> texts) {
    return of(texts, key -> "", Map.of());
  }

  /**
   * Parses texts by key name. Keys that do not begin with {@code trainer.} are ignored. Those that
   * differ from a known key only in case, or lack the prefix, are refused, since they would set
   * nothing.
   *
   * @param source where a key was set, for messages
   * @param registered the legal values of keys whose values are names that other modules register;
   *     a name with a dot is a class, which the other module checks
   * @throws InvalidSettingsException with every unknown key, bad value and conflict
   */
  public static Settings of(
      Map<String, String> texts,
      UnaryOperator<String> source,
      Map<Key<String>, List<String>> registered) {
    List<Failure> problems = new ArrayList<>();
    Map<String, String> ours = new TreeMap<>();
    Map<Key<?>, Object> values = new LinkedHashMap<>();
    new TreeMap<>(texts)
        .forEach(
            (name, text) -> {
              if (name.regionMatches(true, 0, Keys.PREFIX, 0, Keys.PREFIX.length())
                  || Keys.all().containsKey(Keys.PREFIX + name)) {
                ours.put(name, text);
                parse(name, text, where(name, source), values, problems);
              }
            });
    registered.forEach(
        (key, names) -> {
          String value = (String) values.get(key);
          if (value != null && value.indexOf('.') < 0 && !names.contains(value)) {
            String text = ours.get(key.name());
            problems.add(key.refusal(text, where(key.name(), source), names));
          }
        });
    Settings settings = new Settings(ours, values);
    if (problems.isEmpty()) {
      settings.findConflicts(problems);
    }
    if (!problems.isEmpty()) {
      throw new InvalidSettingsException(problems);
    }
    return settings;
  }

  private static String where(String name, UnaryOperator<String> source) {
    String place = source.apply(name);
    return place.isEmpty() ? name : name + " in " + place;
  }

  private static void parse(
      String name, String text, String where, Map<Key<?>, Object> values, List<Failure> problems) {
    if (name.startsWith(Keys.MODEL_ARGUMENT_PREFIX)) {
      return;
    }
    Key<?> key = Keys.all().get(name);
    if (key == null) {
      problems.add(NearestKey.refusal(name, where));
      return;
    }
    try {
      values.put(key, key.parse(text));
    } catch (IllegalArgumentException | ArithmeticException e) {
      problems.add(key.refusal(text, where));
    }
  }

  private void findConflicts(List<Failure> problems) {
    atMost(Keys.WORKERS_MIN, Keys.WORKERS, problems);
    atMost(Keys.WORKERS, Keys.WORKERS_MAX, problems);
    if (isTraining()) {
      atMost(Keys.PSERVER_REPLICAS, Keys.PSERVERS, problems);
    }
    if (get(Keys.VALIDATION_PERCENT) > 0 && find(Keys.VALIDATION_INPUT).isPresent()) {
      problems.add(
          conflict(
              Keys.VALIDATION_PERCENT,
              Keys.VALIDATION_INPUT,
              "held-out data is either a part of the input or an input of its own"));
    }
    if (get(Keys.STATE_STORE) != Keys.Store.HDFS && find(Keys.STATE_ADDRESS).isEmpty()) {
      problems.add(
          conflict(
              Keys.STATE_STORE,
              Keys.STATE_ADDRESS,
              "a store other than hdfs needs " + Keys.STATE_ADDRESS));
    }
    if (get(Keys.HEARTBEAT_TIMEOUT).compareTo(get(Keys.HEARTBEAT_INTERVAL).multipliedBy(2)) < 0) {
      problems.add(
          conflict(
              Keys.HEARTBEAT_TIMEOUT,
              Keys.HEARTBEAT_INTERVAL,
              "the timeout must be at least twice the interval"));
    }
    if (get(Keys.SYNC).isOnArrival() && get(Keys.TABLE_EXPIRY) > 0) {
      problems.add(
          conflict(
              Keys.TABLE_EXPIRY,
              Keys.SYNC,
              Keys.TABLE_EXPIRY
                  + " needs "
                  + Keys.SYNC
                  + "=bsp or versioned: it is counted in mini-batches, and there are none"));
    }
    if (!get(Keys.SYNC).isOnArrival() && get(Keys.OPTIMIZER_STALENESS_AWARE)) {
      problems.add(
          conflict(
              Keys.OPTIMIZER_STALENESS_AWARE,
              Keys.SYNC,
              Keys.OPTIMIZER_STALENESS_AWARE
                  + " needs "
                  + Keys.SYNC
                  + "=async or ssp: under "
                  + get(Keys.SYNC).name().toLowerCase(Locale.ROOT)
                  + " no gradient is stale"));
    }
    if (get(Keys.WORKER_MEMORY_MB) - get(Keys.WORKER_NATIVE_MB) < LEAST_JAVA_MB) {
      problems.add(
          conflict(
              Keys.WORKER_NATIVE_MB,
              Keys.WORKER_MEMORY_MB,
              "Java needs at least " + LEAST_JAVA_MB + " MB of a worker's memory"));
    }
    findConflictsOfRows(problems);
    findConflictsOfValidation(problems);
    if (!get(Keys.SYNC).isOnArrival() && get(Keys.TASK_MAX_DISCARDED) > 0) {
      problems.add(
          conflict(
              Keys.TASK_MAX_DISCARDED,
              Keys.SYNC,
              Keys.TASK_MAX_DISCARDED
                  + " above 0 needs "
                  + Keys.SYNC
                  + "=async or ssp: under "
                  + get(Keys.SYNC).name().toLowerCase(Locale.ROOT)
                  + " nothing is discarded"));
    }
    if (get(Keys.SYNC) == Keys.Sync.BSP) {
      if (isTraining()) {
        findConflictsOfBsp(problems);
      }
    } else if (get(Keys.SYNC).isOnArrival() && get(Keys.PSERVER_REPLICAS) > 1) {
      problems.add(
          conflict(
              Keys.PSERVER_REPLICAS,
              Keys.SYNC,
              Keys.PSERVER_REPLICAS
                  + " above 1 needs "
                  + Keys.SYNC
                  + "=bsp or versioned: updates that are applied on arrival reach each copy in"
                  + " another order"));
    }
  }

  /** Whether a job of these settings trains a model, rather than to score or to import. */
  public boolean isTraining() {
    return find(Keys.SCORE_MODEL_URI).isEmpty() && find(Keys.IMPORT_FORMAT).isEmpty();
  }

  /** Whether a job applies a model of another program, such as ONNX. */
  public boolean appliesForeignModel() {
    return isSet(Keys.SCORE_COLUMNS);
  }

  private void findConflictsOfRows(List<Failure> problems) {
    if (!isTraining() && get(Keys.TASK_MAX_DISCARDED) > 0) {
      problems.add(
          conflict(
              Keys.TASK_MAX_DISCARDED,
              find(Keys.IMPORT_FORMAT).isPresent() ? Keys.IMPORT_FORMAT : Keys.SCORE_MODEL_URI,
              "every row is written: a task that cannot be computed fails the job"));
    }
    if (find(Keys.SCORE_MODEL_URI).isPresent() && find(Keys.IMPORT_FORMAT).isPresent()) {
      problems.add(
          conflict(Keys.IMPORT_FORMAT, Keys.SCORE_MODEL_URI, "a job either imports or scores"));
    }
    if (isTraining() && !get(Keys.LABEL_REQUIRED)) {
      problems.add(
          conflict(
              Keys.LABEL_REQUIRED,
              Keys.SCORE_MODEL_URI,
              "only score takes records without a label"));
    }
  }

  private void findConflictsOfValidation(List<Failure> problems) {
    boolean isHeldOut = get(Keys.VALIDATION_PERCENT) > 0 || find(Keys.VALIDATION_INPUT).isPresent();
    boolean isStopping = find(Keys.EARLY_STOPPING_METRIC).isPresent();
    if (!isHeldOut && isStopping) {
      problems.add(needsHeldOutRecords(Keys.EARLY_STOPPING_METRIC));
    }
    if (!isHeldOut && get(Keys.VALIDATION_EVERY) > 0) {
      problems.add(needsHeldOutRecords(Keys.VALIDATION_EVERY));
    }
    if (isStopping && get(Keys.SYNC) != Keys.Sync.BSP) {
      problems.add(
          conflict(
              Keys.EARLY_STOPPING_METRIC,
              Keys.SYNC,
              Keys.EARLY_STOPPING_METRIC
                  + " needs "
                  + Keys.SYNC
                  + "=bsp: only there the best version can be made again"));
    }
    if (get(Keys.SYNC).isOnArrival() && get(Keys.VALIDATION_EVERY) > 0) {
      problems.add(
          conflict(
              Keys.VALIDATION_EVERY,
              Keys.SYNC,
              Keys.VALIDATION_EVERY
                  + " needs "
                  + Keys.SYNC
                  + "=bsp or versioned: updates that are applied on arrival make no version to"
                  + " score before the last"));
    }
  }

  private static Failure needsHeldOutRecords(Key<?> key) {
    return conflict(
        key, Keys.VALIDATION_PERCENT, key + " needs held-out records: add --validation 10%");
  }

  private void findConflictsOfBsp(List<Failure> problems) {
    TaskSize size = get(Keys.TASK_BLOCKS);
    if (size.isFile() || size.blocks() > 1) {
      problems.add(
          conflict(
              Keys.TASK_BLOCKS,
              Keys.SYNC,
              Keys.TASK_BLOCKS
                  + " needs "
                  + Keys.SYNC
                  + "=async, ssp or versioned: under bsp a task is one block"));
    }
  }

  private void atMost(Key<Integer> smaller, Key<Integer> larger, List<Failure> problems) {
    if (get(smaller) > get(larger)) {
      problems.add(
          conflict(
              smaller,
              larger,
              smaller + " (" + get(smaller) + ") exceeds " + larger + " (" + get(larger) + ")"));
    }
  }

  private static Failure conflict(Key<?> one, Key<?> other, String what) {
    return new Failure(
        FailureKind.CONFIG_CONFLICT, what, one + ", " + other, "change one of the two");
  }

  /**
   * The key's value, or its default.
   *
   * @throws NoSuchElementException when it is not set and has no default
   */
  public <T> T get(Key<T> key) {
    return find(key).orElseThrow(() -> new NoSuchElementException(key + " is not set"));
  }

  /** The key's value, or its default, or nothing when it has none. */
  @SuppressWarnings("unchecked")
  public <T> Optional<T> find(Key<T> key) {
    Object value = values.get(key);
    if (value != null) {
      return Optional.of((T) value);
    }
    if (key.defaultKey() != null) {
      return find(key.defaultKey());
    }
    return Optional.ofNullable(key.defaultText()).map(key::parse);
  }

  /** Whether the key was set, default or not. */
  public boolean isSet(Key<?> key) {
    return values.containsKey(key);
  }

  /**
   * The {@code trainer.model.args.*} that were set, keys without that prefix, and {@code classes}
   * when {@code trainer.model.classes} was.
   */
  public Map<String, String> modelArguments() {
    Map<String, String> arguments = new TreeMap<>();
    find(Keys.MODEL_CLASSES).ifPresent(classes -> arguments.put("classes", classes.toString()));
    texts.forEach(
        (name, text) -> {
          if (name.startsWith(Keys.MODEL_ARGUMENT_PREFIX)) {
            arguments.put(name.substring(Keys.MODEL_ARGUMENT_PREFIX.length()), text);
          }
        });
    return arguments;
  }

  /** The texts that were set, by name. {@link #of(Map)} makes equal settings of them. */
  public Map<String, String> texts() {
    return texts;
  }
}
