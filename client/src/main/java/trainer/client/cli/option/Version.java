package trainer.client.cli.option;

import picocli.CommandLine.IVersionProvider;

/** Trainer's version, from the jar's manifest. */
public final class Version implements IVersionProvider {
  /** The version, or a word for classes that no build has packaged. */
  public static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "unbuilt" : version;
  }

  @Override
  public String[] getVersion() {
    return new String[] {"trainer " + text()};
  }
}
