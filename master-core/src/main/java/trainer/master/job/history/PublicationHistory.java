package trainer.master.job.history;

import trainer.core.fact.EndingFact;

/** The publication of the model: a fold over facts. */
final class PublicationHistory {
  private String folder;
  private String modelId;
  private String location;

  void on(EndingFact.PublishingBegun fact) {
    folder = fact.folder();
  }

  void on(EndingFact.Exported fact) {
    modelId = fact.modelId();
    location = fact.location();
  }

  /** Whether the model may already be visible at its output path. */
  boolean isBegun() {
    return folder != null;
  }

  /** The folder that the newest publication renames to the output path, or null. */
  String folder() {
    return folder;
  }

  /** The id of the published model, or null. */
  String modelId() {
    return modelId;
  }

  /** The place of the published model, or null. */
  String location() {
    return location;
  }
}
