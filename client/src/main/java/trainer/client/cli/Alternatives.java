package trainer.client.cli;

import java.util.Iterator;
import java.util.List;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.learning.model.Models;

/** The words an option may be, for its help: taken from where they are defined. */
abstract class Alternatives implements Iterable<String> {
  private final Iterable<String> words;

  private Alternatives(Iterable<String> words) {
    this.words = words;
  }

  @Override
  public Iterator<String> iterator() {
    return words.iterator();
  }

  private static List<String> of(Key<?> key) {
    return List.of(key.expected().split("\\|", -1));
  }

  /** Of {@code --format}. */
  static final class Formats extends Alternatives {
    Formats() {
      super(of(Keys.INPUT_FORMAT));
    }
  }

  /** Of {@code --optimizer}. */
  static final class Optimizers extends Alternatives {
    Optimizers() {
      super(of(Keys.OPTIMIZER));
    }
  }

  /** Of {@code --model}, beside classes of users. */
  static final class ModelAliases extends Alternatives {
    ModelAliases() {
      super(Models.aliases());
    }
  }
}
