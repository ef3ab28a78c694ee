package trainer.model;

import java.util.List;
import java.util.Map;
import trainer.model.failure.ModelException;
import trainer.model.score.FactorizationModel;
import trainer.model.score.LinearModel;
import trainer.model.score.RowModel;
import trainer.model.score.SoftmaxModel;
import trainer.model.stored.Manifest;
import trainer.model.stored.ModelTable;
import trainer.model.stored.StoredModel;

/** The models that this library computes, by the name in the manifest: an alias or a class. */
enum BuiltInModel {
  LOGISTIC("weights"),
  LINEAR("weights"),
  SOFTMAX("weights"),
  FM("factors");

  private static final String PACKAGE = "trainer.learning.model.";

  private static final Map<String, BuiltInModel> BY_NAME =
      Map.of(
          "logistic",
          LOGISTIC,
          "linear",
          LINEAR,
          "softmax",
          SOFTMAX,
          "fm",
          FM,
          PACKAGE + "LogisticRegression",
          LOGISTIC,
          PACKAGE + "LinearRegression",
          LINEAR,
          PACKAGE + "SoftmaxRegression",
          SOFTMAX,
          PACKAGE + "FactorizationMachine",
          FM);

  /** The name of the table of features. */
  private final String table;

  BuiltInModel(String table) {
    this.table = table;
  }

  /**
   * The model of a manifest.
   *
   * @param folder the folder, for messages
   * @throws ModelException for a model of another class, or other tables than its own
   */
  static BuiltInModel of(Manifest manifest, String folder) {
    BuiltInModel model = BY_NAME.get(manifest.model());
    if (model == null) {
      throw new ModelException(
          "the model is " + manifest.model() + ", a class that trainer-model.jar does not have",
          folder,
          "score with `trainer score`, or train logistic, linear, softmax or fm");
    }
    model.requireTables(manifest, folder);
    return model;
  }

  private void requireTables(Manifest manifest, String folder) {
    List<ModelTable> tables = manifest.tables();
    boolean isOwn =
        !tables.isEmpty()
            && tables.get(0).name().equals(table)
            && tables.get(0).hasKnownInitials()
            && tables.get(0).width() >= (this == LOGISTIC || this == LINEAR ? 1 : 2)
            && tables.get(0).width() <= (this == LOGISTIC || this == LINEAR ? 1 : 1 << 16)
            && tables.size() <= 2;
    if (isOwn && tables.size() == 2) {
      ModelTable intercept = tables.get(1);
      int width = this == SOFTMAX ? tables.get(0).width() : 1;
      isOwn = intercept.name().equals("intercept") && intercept.width() == width;
    }
    if (!isOwn) {
      throw ModelException.damaged(
          folder, "the model " + manifest.model() + " has tables of another model");
    }
  }

  /** The kind of labels. */
  LabelKind labels(Manifest manifest) {
    switch (this) {
      case LINEAR:
        return LabelKind.NUMBERS;
      case SOFTMAX:
        return LabelKind.CLASSES;
      case FM:
        return manifest.setting("trainer.model.args.loss", "logistic").equals("squared")
            ? LabelKind.NUMBERS
            : LabelKind.BINARY;
      default:
        return LabelKind.BINARY;
    }
  }

  /** The model with its rows. */
  RowModel model(StoredModel stored) {
    switch (this) {
      case SOFTMAX:
        return new SoftmaxModel(stored.rows(0), biases(stored));
      case FM:
        return new FactorizationModel(stored.rows(0), bias(stored));
      default:
        return new LinearModel(stored.weights(0), bias(stored));
    }
  }

  /** The intercept of a model of one score; 0 for a model without. */
  private static float bias(StoredModel stored) {
    return stored.manifest().tables().size() == 2 ? stored.weights(1).weight(0) : 0f;
  }

  /** The intercept of each class; zeros for a model without. */
  private static float[] biases(StoredModel stored) {
    float[] biases = new float[stored.rows(0).width()];
    if (stored.manifest().tables().size() == 2) {
      stored.rows(1).copy(0, biases, 0);
    }
    return biases;
  }
}
