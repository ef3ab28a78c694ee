package trainer.client.cli.option;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import trainer.client.export.ModelExport;
import trainer.client.run.MasterKind;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.data.format.InputFormats;
import trainer.data.generate.OutputFormat;
import trainer.data.generate.SyntheticKind;
import trainer.learning.model.Models;

/**
 * The permitted words of an option, for its help and for completion. They come from the place of
 * their definition.
 */
public abstract class Alternatives implements Iterable<String> {
  private final List<String> words;

  /** Alternatives of these words, in this order. */
  protected Alternatives(List<String> words) {
    this.words = List.copyOf(words);
  }

  /** The names of an enum's constants, in lower case. */
  protected Alternatives(Enum<?>[] constants) {
    this(Arrays.stream(constants).map(one -> one.name().toLowerCase(Locale.ROOT)).toList());
  }

  @Override
  public Iterator<String> iterator() {
    return words.iterator();
  }

  private static List<String> of(Key<?> key) {
    return List.of(key.expected().split("\\|", -1));
  }

  /** The words of {@code model export --to}. */
  public static final class ExportFormats extends Alternatives {
    ExportFormats() {
      super(ModelExport.Format.values());
    }
  }

  /** The words of {@code --format} for inputs, apart from classes of Hadoop. */
  public static final class FormatNames extends Alternatives {
    FormatNames() {
      super(InputFormats.words());
    }
  }

  /** The words of {@code generate --format}. */
  public static final class GeneratedFormats extends Alternatives {
    GeneratedFormats() {
      super(OutputFormat.values());
    }
  }

  /** The words of {@code import --to}. */
  public static final class ImportFormats extends Alternatives {
    ImportFormats() {
      super(of(Keys.IMPORT_FORMAT));
    }
  }

  /** The names of all configuration keys, sorted. */
  public static final class KeyNames extends Alternatives {
    KeyNames() {
      super(Keys.all().keySet().stream().sorted().toList());
    }
  }

  /** The words of {@code --master}. */
  public static final class Masters extends Alternatives {
    Masters() {
      super(MasterKind.values());
    }
  }

  /** The words of {@code --model}, apart from users' classes. */
  public static final class ModelAliases extends Alternatives {
    ModelAliases() {
      super(List.copyOf(Models.aliases()));
    }
  }

  /** The words of {@code --optimizer}. */
  public static final class OptimizerNames extends Alternatives {
    OptimizerNames() {
      super(of(Keys.OPTIMIZER));
    }
  }

  /** The words of {@code score --output-format}. */
  public static final class ScoreFormats extends Alternatives {
    ScoreFormats() {
      super(of(Keys.SCORE_OUTPUT_FORMAT));
    }
  }

  /** The words of {@code generate --kind}. */
  public static final class SyntheticKinds extends Alternatives {
    SyntheticKinds() {
      super(SyntheticKind.values());
    }
  }
}
