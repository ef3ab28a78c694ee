package trainer.model.stored;

import java.util.Map;

/** A part file, as the manifest lists it. Immutable. */
final class ModelPart {
  private final String name;
  private final long rows;
  private final long bytes;
  private final String sha256;

  ModelPart(Map<?, ?> record) {
    name = (String) record.get("name");
    rows = (Long) record.get("rows");
    bytes = (Long) record.get("length");
    sha256 = (String) record.get("sha256");
  }

  String name() {
    return name;
  }

  long rows() {
    return rows;
  }

  long bytes() {
    return bytes;
  }

  /** Lower-case hex digits. */
  String sha256() {
    return sha256;
  }
}
