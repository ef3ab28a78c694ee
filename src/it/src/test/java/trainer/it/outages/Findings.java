package trainer.it.outages;

/** What was measured, each held against its bar, as lines for people. */
final class Findings {
  private static final double MILLIS = 1e3;

  private int missed;

  void say(String what, String bar, String measured, boolean met) {
    missed += met ? 0 : 1;
    System.out.printf("  %-58s %-22s %-22s %s%n", what, bar, measured, met ? "met" : "MISSED");
  }

  void equal(String what, Object wanted, Object seen) {
    say(what, cut(wanted), cut(seen), wanted.equals(seen));
  }

  void atMost(String what, long most, long seen) {
    say(what, "at most " + most, String.valueOf(seen), seen <= most);
  }

  void within(String what, double seconds, long millis) {
    String measured = String.format("%.1f s", millis / MILLIS);
    say(what, seconds + " s", measured, millis <= seconds * MILLIS);
  }

  void note(String what, Object seen) {
    System.out.printf("  %-58s %-22s %s%n", what, "", seen);
  }

  int missed() {
    return missed;
  }

  private static String cut(Object value) {
    String text = String.valueOf(value);
    return text.length() <= 20 ? text : text.substring(0, 19) + "…";
  }
}
