package trainer.data.generate;

import java.util.List;

/**
 * What was made.
 *
 * @param folder the fully qualified folder
 * @param files the data files in it, in order
 * @param truth the best reachable on these records
 */
public record Generated(String folder, List<String> files, Truth truth) {
  public Generated {
    files = List.copyOf(files);
  }
}
