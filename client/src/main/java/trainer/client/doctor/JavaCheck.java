package trainer.client.doctor;

/** Whether the client's own Java is new enough. */
final class JavaCheck implements Check {
  /** The oldest version of Java that runs Trainer. */
  static final int REQUIRED = 17;

  @Override
  public String name() {
    return "java";
  }

  @Override
  public Finding find() {
    String found = "Java " + Runtime.version() + " in " + System.getProperty("java.home");
    return Runtime.version().feature() >= REQUIRED
        ? Finding.ok(found)
        : Finding.fail(found, "set TRAINER_JAVA_HOME to a Java " + REQUIRED + " or newer");
  }
}
