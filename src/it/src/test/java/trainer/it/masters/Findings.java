package trainer.it.masters;

/** What was measured, each held against its bar, as lines for people. */
public final class Findings {
  private static final double MILLIS = 1e3;

  private int missed;

  /** A bar, what was measured, and whether that is enough. */
  public void say(String what, String bar, String measured, boolean met) {
    missed += met ? 0 : 1;
    System.out.printf("  %-58s %-22s %-22s %s%n", what, bar, measured, met ? "met" : "MISSED");
  }

  /** It has to be just this. */
  public void equal(String what, Object wanted, Object seen) {
    say(what, cut(wanted), cut(seen), wanted.equals(seen));
  }

  /** It may be so much. */
  public void atMost(String what, long most, long seen) {
    say(what, "at most " + most, String.valueOf(seen), seen <= most);
  }

  /** It may take so long. */
  public void within(String what, double seconds, long millis) {
    String measured = String.format("%.1f s", millis / MILLIS);
    say(what, seconds + " s", measured, millis <= seconds * MILLIS);
  }

  /** Without a bar. */
  public void note(String what, Object seen) {
    System.out.printf("  %-58s %-22s %s%n", what, "", seen);
  }

  /** How many bars were not met. */
  public int missed() {
    return missed;
  }

  /** It has to lie between these two. */
  public void between(String what, double least, double most, double seen) {
    String bar = String.format("%.3f to %.3f", least, most);
    say(what, bar, String.format("%.3f", seen), seen >= least && seen <= most);
  }

  private static String cut(Object value) {
    String text = String.valueOf(value);
    return text.length() <= 20 ? text : text.substring(0, 19) + "…";
  }
}
