package trainer.client.cli.job;

import java.util.Iterator;
import java.util.List;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.data.format.InputFormats;
import trainer.learning.model.Models;

/** The permitted words of an option, for its help. They come from the place of their definition. */
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

  /** The words of {@code --format}. */
  static final class FormatNames extends Alternatives {
    FormatNames() {
      super(InputFormats.words());
    }
  }

  /** The words of {@code --optimizer}. */
  static final class OptimizerNames extends Alternatives {
    OptimizerNames() {
      super(of(Keys.OPTIMIZER));
    }
  }

  /** The words of {@code --model}, apart from users' classes. */
  static final class ModelAliases extends Alternatives {
    ModelAliases() {
      super(Models.aliases());
    }
  }
}
