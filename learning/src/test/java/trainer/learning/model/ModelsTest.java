package trainer.learning.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.Examples;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;
import trainer.learning.spi.Model;
import trainer.learning.spi.ModelArguments;
import trainer.learning.spi.RowIndex;

class ModelsTest {
  private final ClassLoader loader = getClass().getClassLoader();

  @Test
  void loadsABuiltInModelByItsAlias() {
    assertThat(Models.load("logistic", ModelArguments.NONE, loader))
        .isInstanceOf(LogisticRegression.class);
  }

  @Test
  void loadsAClassByItsName() {
    assertThat(Models.load(LogisticRegression.class.getName(), ModelArguments.NONE, loader))
        .isInstanceOf(LogisticRegression.class);
    assertThat(Models.load(Plain.class.getName(), ModelArguments.NONE, loader))
        .isInstanceOf(Plain.class);
  }

  @Test
  void handsOverTheArguments() {
    Model model = Models.load("logistic", new ModelArguments(Map.of("intercept", "false")), loader);
    assertThat(model.tables()).hasSize(1);
  }

  @Test
  void saysWhichNamesThereAre() {
    fails("logisitc", ModelArguments.NONE, FailureKind.CLASS_NOT_FOUND)
        .hasMessageContaining("there is no model logisitc")
        .hasMessageContaining("[fm, linear, logistic, softmax]")
        .hasMessageContaining("--jars");
  }

  @Test
  void refusesAClassThatIsNoModel() {
    fails("java.lang.String", ModelArguments.NONE, FailureKind.CLASS_WRONG_TYPE)
        .hasMessageContaining("trainer.learning.spi.Model");
    fails(Abstract.class.getName(), ModelArguments.NONE, FailureKind.CLASS_WRONG_TYPE)
        .hasMessageContaining("abstract");
    fails(Model.class.getName(), ModelArguments.NONE, FailureKind.CLASS_WRONG_TYPE);
    fails(NoConstructor.class.getName(), ModelArguments.NONE, FailureKind.CLASS_WRONG_TYPE)
        .hasMessageContaining("no public constructor");
    fails(Hidden.class.getName(), ModelArguments.NONE, FailureKind.CLASS_WRONG_TYPE)
        .hasMessageContaining("public");
  }

  @Test
  void refusesUnknownAndBadArguments() {
    fails("logistic", new ModelArguments(Map.of("intrcept", "false")), FailureKind.CONFIG_INVALID)
        .hasMessageContaining("intrcept")
        .hasMessageContaining("knows intercept");
    fails("logistic", new ModelArguments(Map.of("intercept", "no")), FailureKind.CONFIG_INVALID)
        .hasMessageContaining("'no'");
    fails(Plain.class.getName(), new ModelArguments(Map.of("x", "1")), FailureKind.CONFIG_INVALID);
  }

  @Test
  void reportsWhatTheConstructorThrew() {
    fails(Throwing.class.getName(), ModelArguments.NONE, FailureKind.MODEL_CODE_FAILED)
        .hasMessageContaining("the constructor of model")
        .hasMessageContaining("IllegalStateException: mended never")
        .hasCauseInstanceOf(IllegalStateException.class);
    fails(BadStatic.class.getName(), ModelArguments.NONE, FailureKind.MODEL_CODE_FAILED)
        .hasMessageContaining("static initializer");
  }

  @Test
  void namesAClassCompiledForANewerJava() {
    ClassLoader newer = new NewerJava(Plain.class.getName(), loader);
    assertThatThrownBy(() -> Models.load(Plain.class.getName(), ModelArguments.NONE, newer))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(FailureKind.CLASS_WRONG_TYPE))
        .hasMessageContaining("compiled for a newer Java")
        .hasMessageContaining("trainer.java.home");
  }

  @Test
  void saysWhatAModelDeclares() {
    Settings settings = Settings.of(Map.of("trainer.epochs", "3"));
    ModelSpec spec = Models.declared(Models.load(settings, loader), settings);
    assertThat(spec.tables()).hasSize(2);
    assertThat(spec.phases()).containsExactly(Phase.training(3));
  }

  @Test
  void reportsAModelThatCannotSayWhatItIs() {
    Settings settings = Settings.of(Map.of("trainer.model", Plain.class.getName()));
    assertThatThrownBy(() -> Models.declared(Models.load(settings, loader), settings))
        .hasMessageContaining("CLASS_WRONG_TYPE")
        .hasMessageContaining("there is no table")
        .hasMessageContaining(Plain.class.getName());
  }

  @Test
  void reportsAPhaseWithoutCode() {
    Settings settings = Settings.of(Map.of("trainer.model", Codeless.class.getName()));
    assertThatThrownBy(() -> Models.declared(Models.load(settings, loader), settings))
        .hasMessageContaining("MODEL_CODE_FAILED")
        .hasMessageContaining("no function of phase scale");
  }

  @Test
  void refusesAModelThatIsAnotherThanWhereTheJobWasSubmitted() {
    ModelSpec other =
        new ModelSpec(
            List.of(new TableSpec("weights", 2, Initializer.ZERO, true, 20)),
            List.of(Phase.training(1)));
    JobSpec job =
        new JobSpec(new JobId("local_1_2", 1), "alice", "/j", Map.of(), other, List.of(), "1");
    assertThatThrownBy(() -> Models.load(job, loader))
        .hasMessageContaining("MODEL_CODE_FAILED")
        .hasMessageContaining("depend on the model's arguments alone");
  }

  private AbstractThrowableAssert<?, ?> fails(
      String name, ModelArguments arguments, FailureKind kind) {
    return assertThatThrownBy(() -> Models.load(name, arguments, loader))
        .isInstanceOfSatisfying(
            FailureException.class, e -> assertThat(e.failure().kind()).isEqualTo(kind));
  }

  /** A model that learns nothing. */
  public static class Plain implements Model {
    @Override
    public List<TableSpec> tables() {
      return List.of();
    }

    @Override
    public int[][] rows(Examples block, RowIndex rows) {
      return new int[0][];
    }

    @Override
    public double train(
        Examples block, int[][] rows, float[][] weights, float[][] gradients, float[] scores) {
      return 0;
    }

    @Override
    public double score(Examples block, int[][] rows, float[][] weights, float[] scores) {
      return 0;
    }
  }

  /** A model that does not say what its row update does. */
  public static class Codeless extends Plain {
    @Override
    public List<TableSpec> tables() {
      return List.of(new TableSpec("weights", 1, Initializer.ZERO, true, 20));
    }

    @Override
    public List<Phase> phases(int epochs) {
      return List.of(Phase.training(epochs), new Phase.RowUpdate("scale", "weights"));
    }
  }

  public abstract static class Abstract implements Model {}

  public static class NoConstructor extends Plain {
    NoConstructor() {}
  }

  static class Hidden extends Plain {
    public Hidden() {}
  }

  public static class Throwing extends Plain {
    public Throwing() {
      throw new IllegalStateException("mended never");
    }
  }

  public static class BadStatic extends Plain {
    static final int VALUE = Integer.parseInt("x");
  }

  /** Gives one class with the version number of a Java that is not yet. */
  private static final class NewerJava extends ClassLoader {
    private final String newer;

    NewerJava(String newer, ClassLoader parent) {
      super(parent);
      this.newer = newer;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(newer)) {
        return super.loadClass(name, resolve);
      }
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        bytes[7] = (byte) 200;
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
