package trainer.data.generate;

import java.util.List;

/**
 * The result of a generation.
 *
 * @param folder the fully qualified folder
 * @param files the data files in it, in order
 * @param truth the best reachable on these records
 */
public record GeneratedData(String folder, List<String> files, Truth truth) {
  public GeneratedData {
    files = List.copyOf(files);
  }
}
