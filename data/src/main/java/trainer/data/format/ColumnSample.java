package trainer.data.format;

import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import trainer.core.feature.ColumnKind;

/** The values of one column in the first records of an input. Confined to one thread. */
public final class ColumnSample {
  /** Distinct values are counted up to here. */
  public static final int MOST_DISTINCT = 10_000;

  /**
   * Texts in a column with this many times as many numbers are probably marks of missing values.
   */
  private static final int NUMBERS_A_STRAY_TEXT = 4;

  /** A whole number of 64 bits. */
  private static final Pattern WHOLE = Pattern.compile("0|-?[1-9][0-9]{0,17}");

  /** Digits that would be others if they were read as a number and written again. */
  private static final Pattern CODE = Pattern.compile("-?0[0-9]+|-?[1-9][0-9]{18,}");

  private final String name;
  private final Map<String, Integer> counts = new HashMap<>();
  private final Set<ColumnKind> declaredKinds = EnumSet.noneOf(ColumnKind.class);
  private String example = "";
  private String exampleOfText = "";
  private boolean isPartition;

  /** Whether the schema or a value has other numbers than whole ones. */
  private boolean isFractional;

  private boolean hasCodes;

  private long missing;
  private long numbers;
  private long texts;

  ColumnSample(String name) {
    this.name = name;
  }

  /**
   * Notes the kind that a file's schema declares.
   *
   * @param isWhole whether it declares whole numbers
   */
  public void declare(ColumnKind kind, boolean isWhole) {
    declaredKinds.add(kind);
    isFractional |= kind == ColumnKind.NUMBER && !isWhole;
  }

  /** The kinds that the files' schemas declare; the column is one of texts if there are several. */
  public Set<ColumnKind> declaredKinds() {
    return Collections.unmodifiableSet(declaredKinds);
  }

  /** Notes whether the values are those of folders above the files. */
  public void setPartition(boolean is) {
    isPartition = is;
  }

  /** Whether the values are those of folders above the files. */
  public boolean isPartition() {
    return isPartition;
  }

  /** Adds a value, as text. */
  public void add(String text, boolean isNumber) {
    if (isNumber) {
      numbers++;
      if (declaredKinds.isEmpty()) {
        isFractional |= !WHOLE.matcher(text).matches();
        hasCodes |= CODE.matcher(text).matches();
      }
    } else {
      texts++;
      exampleOfText = exampleOfText.isEmpty() ? text : exampleOfText;
    }
    example = example.isEmpty() ? text : example;
    if (counts.size() < MOST_DISTINCT || counts.containsKey(text)) {
      counts.merge(text, 1, Integer::sum);
    }
  }

  /** Adds a record without a value. */
  public void addMissing() {
    missing++;
  }

  public String name() {
    return name;
  }

  /** The declared kind; else NUMBER if every value is a number and there is one, or TEXT. */
  public ColumnKind kind() {
    if (declaredKinds.size() > 1) {
      return ColumnKind.TEXT;
    }
    if (!declaredKinds.isEmpty()) {
      return declaredKinds.iterator().next();
    }
    return texts == 0 && numbers > 0 ? ColumnKind.NUMBER : ColumnKind.TEXT;
  }

  /** Whether the values are whole numbers: by the schema, or else all of those that were added. */
  public boolean isWhole() {
    return kind() == ColumnKind.NUMBER && !isFractional;
  }

  /** Whether a value has digits that are no number, such as 007 or those of a long code. */
  public boolean hasCodes() {
    return hasCodes;
  }

  /** The records without a value. */
  public long missing() {
    return missing;
  }

  /** How often each value occurs; further values are left out once there are many. */
  public Map<String, Integer> counts() {
    return Map.copyOf(counts);
  }

  /** The first value, or empty. */
  public String example() {
    return example;
  }

  /**
   * A text among values that nearly all are numbers, which keeps the column from being one of
   * numbers. Empty if there is none.
   */
  public String strayText() {
    boolean isMostlyNumbers = texts > 0 && numbers >= NUMBERS_A_STRAY_TEXT * texts;
    return declaredKinds.isEmpty() && isMostlyNumbers ? exampleOfText : "";
  }
}
