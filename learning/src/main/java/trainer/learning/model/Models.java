package trainer.learning.model;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import trainer.core.aggregate.Aggregates;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.failure.Thrown;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.table.TableSpec;
import trainer.learning.spi.Model;
import trainer.learning.spi.ModelArguments;

/** Loads the model that {@code trainer.model} names: the alias of a built-in one, or a class. */
public final class Models {
  private static final String KEY = Keys.MODEL.name();

  private final String name;

  private Models(String name) {
    this.name = name;
  }

  /**
   * The model, constructed with its arguments.
   *
   * @param name the value of {@code trainer.model}
   * @param loader the loader of users' classes
   * @throws FailureException
   *     <ul>
   *       <li>{@code CLASS_NOT_FOUND};
   *       <li>{@code CLASS_WRONG_TYPE} for a class that is no model, cannot be constructed, or
   *           needs a newer Java;
   *       <li>{@code CONFIG_INVALID} for arguments that its constructor rejects with an {@link
   *           IllegalArgumentException};
   *       <li>{@code MODEL_CODE_FAILED} for any other exception of its constructor.
   *     </ul>
   */
  public static Model load(String name, ModelArguments arguments, ClassLoader loader) {
    Models loading = new Models(name.strip());
    return loading.construct(loading.find(loader), arguments);
  }

  /**
   * The model of a job, as a worker or pserver loads it.
   *
   * @throws FailureException as above, and {@code MODEL_CODE_FAILED} if its declarations differ
   *     from those at the submission of the job
   */
  public static Model load(JobSpec job, ClassLoader loader) {
    Settings settings = Settings.of(job.settings());
    Model model = load(settings, loader);
    ModelSpec here = declared(model, settings);
    if (!here.equals(job.model())) {
      throw new FailureException(
          FailureKind.MODEL_CODE_FAILED,
          "the model declares " + here + " here, in the job " + job.model(),
          KEY + "=" + settings.get(Keys.MODEL),
          "let tables(), labels(), loss() and phases() depend on the model's arguments alone");
    }
    return model;
  }

  /** The aliases that {@code trainer.model} may name instead of a class, sorted. */
  public static Set<String> aliases() {
    return BuiltInModels.aliases();
  }

  /** The model that the settings name; see {@link #load(String, ModelArguments, ClassLoader)}. */
  public static Model load(Settings settings, ClassLoader loader) {
    return load(settings.get(Keys.MODEL), new ModelArguments(settings.modelArguments()), loader);
  }

  /**
   * The declarations of a model.
   *
   * @throws FailureException {@code CLASS_WRONG_TYPE} if they are invalid, {@code
   *     MODEL_CODE_FAILED} if the model throws
   */
  public static ModelSpec declared(Model model, Settings settings) {
    Models declaring = new Models(settings.get(Keys.MODEL).strip());
    try {
      ModelSpec spec =
          new ModelSpec(
              seeded(given("tables()", model.tables()), settings.get(Keys.SEED)),
              given("labels()", model.labels()),
              given("loss()", model.loss()),
              given("phases()", model.phases(settings.get(Keys.EPOCHS))));
      if (spec.tables().isEmpty()) {
        throw new IllegalArgumentException("there is no table");
      }
      requireFunctions(model, spec.phases());
      return spec;
    } catch (IllegalArgumentException e) {
      throw declaring.wrongType(
          "model " + declaring.name + " declares what cannot be: " + e.getMessage(),
          "mend the class",
          e);
    } catch (Throwable e) { // any exception of the model is reported with its name
      Thrown.requireOfCode(e);
      throw declaring.codeFailed("model " + declaring.name + ", asked what it is,", e);
    }
  }

  private static List<TableSpec> seeded(List<TableSpec> tables, long seed) {
    return tables.stream().map(table -> table.seeded(seed)).toList();
  }

  /**
   * Checks that each phase has its pass, function or fold. Phases after an aggregate depend on its
   * results and cannot be checked yet.
   */
  private static void requireFunctions(Model model, List<Phase> phases) {
    boolean aggregated = false;
    for (Phase phase : phases) {
      String name = phase.name();
      if (phase instanceof Phase.Passes) {
        given("pass of phase " + name, model.pass(name));
      } else if (phase instanceof Phase.RowUpdate && !aggregated) {
        given("function of phase " + name, model.function(name, Aggregates.NONE));
      } else if (phase instanceof Phase.Aggregate && !aggregated) {
        given("fold of phase " + name, model.fold(name, Aggregates.NONE));
        aggregated = true;
      }
    }
  }

  private static <T> T given(String what, T value) {
    if (value == null) {
      throw new IllegalArgumentException(what + " gives null");
    }
    return value;
  }

  private Class<? extends Model> find(ClassLoader loader) {
    Class<? extends Model> builtIn = BuiltInModels.find(name);
    if (builtIn != null) {
      return builtIn;
    }
    Class<?> found = findClass(loader);
    if (!Model.class.isAssignableFrom(found)) {
      throw wrongType(
          "class " + name + " is not a model", "let it implement " + Model.class.getName(), null);
    }
    if (found.isInterface() || Modifier.isAbstract(found.getModifiers())) {
      throw wrongType("class " + name + " is abstract", "name a class that can be made", null);
    }
    if (!Modifier.isPublic(found.getModifiers())) {
      throw wrongType("class " + name + " is not public", "make it public", null);
    }
    return found.asSubclass(Model.class);
  }

  private Class<?> findClass(ClassLoader loader) {
    try {
      return Class.forName(name, true, loader);
    } catch (ClassNotFoundException e) {
      throw failure(
          FailureKind.CLASS_NOT_FOUND,
          "there is no model " + name,
          "give one of " + BuiltInModels.aliases() + ", or a class name with its jar in --jars",
          e);
    } catch (UnsupportedClassVersionError e) {
      throw wrongType(
          "class " + name + " was compiled for a newer Java (" + e.getMessage() + ")",
          "compile it for Java "
              + Runtime.version().feature()
              + ", or run on a newer Java (trainer.java.home, TRAINER_JAVA_HOME)",
          e);
    } catch (ExceptionInInitializerError e) {
      throw codeFailed("the static initializer of class " + name, e.getCause());
    } catch (LinkageError e) {
      throw failure(
          FailureKind.CLASS_NOT_FOUND,
          "class " + name + " cannot be linked (" + e + ")",
          "add the jars it needs to --jars",
          e);
    }
  }

  private Model construct(Class<? extends Model> type, ModelArguments arguments) {
    try {
      Constructor<? extends Model> withArguments = constructor(type, ModelArguments.class);
      if (withArguments != null) {
        return withArguments.newInstance(arguments);
      }
      Constructor<? extends Model> plain = constructor(type);
      if (plain == null) {
        throw wrongType(
            "class "
                + type.getName()
                + " has no public constructor that takes nothing or a "
                + ModelArguments.class.getSimpleName(),
            "add one",
            null);
      }
      arguments.requireOnly();
      return plain.newInstance();
    } catch (InvocationTargetException e) {
      throw constructorFailed(type, e.getCause());
    } catch (IllegalArgumentException e) {
      throw constructorFailed(type, e);
    } catch (IllegalAccessException | InstantiationException e) {
      throw wrongType("class " + type.getName() + " cannot be made", "make it public", e);
    }
  }

  private static Constructor<? extends Model> constructor(
      Class<? extends Model> type, Class<?>... parameters) {
    try {
      return type.getConstructor(parameters);
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  private FailureException constructorFailed(Class<? extends Model> type, Throwable cause) {
    if (cause instanceof FailureException failure) {
      return failure;
    }
    if (cause instanceof IllegalArgumentException) {
      return new FailureException(
          new Failure(
              FailureKind.CONFIG_INVALID,
              "model " + name + ": " + cause.getMessage(),
              "trainer.model.args.*, trainer.model.classes",
              "correct the argument"),
          cause);
    }
    return codeFailed("the constructor of model " + type.getName(), cause);
  }

  private FailureException codeFailed(String what, Throwable cause) {
    return failure(
        FailureKind.MODEL_CODE_FAILED,
        what + " threw " + Thrown.inWords(cause),
        "mend the class; --verbose or the log has the whole stack trace",
        cause);
  }

  private FailureException wrongType(String what, String advice, Throwable cause) {
    return failure(FailureKind.CLASS_WRONG_TYPE, what, advice, cause);
  }

  private FailureException failure(FailureKind kind, String what, String advice, Throwable cause) {
    return new FailureException(new Failure(kind, what, KEY + "=" + name, advice), cause);
  }
}
