package trainer.client.launcher;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Starts the client on Trainer's own class path, whatever Java and whatever jars this process was
 * started with ({@code java -jar} or Hadoop's {@code RunJar}).
 */
public final class Launcher {
  private static final String MAIN_CLASS = "trainer.client.main.ClientMain";

  private Launcher() {}

  public static void main(String[] args) {
    ClientLocale locale = ClientLocale.of(System.getProperty("sun.jnu.encoding"));
    int status;
    try {
      status = run(locale.typed(Arrays.asList(args)), locale);
    } catch (LaunchException e) {
      System.err.println(locale.printable("ERROR " + e.getMessage()));
      status = e.exitCode();
    } catch (IOException e) {
      System.err.println(
          locale.printable(
              "ERROR UNEXPECTED: cannot start the client — "
                  + e
                  + " — check the disk and permissions"));
      status = 50;
    }
    System.exit(status);
  }

  private static int run(List<String> args, ClientLocale locale) throws IOException {
    InheritedFileLimit.check();
    JavaHome java = JavaHome.find(System.getenv());
    ClientOptions options = ClientOptions.of(System.getenv());
    BundleCache cache = BundleCache.ofUser(System.getenv());
    File bundle = cache.folderOf("bundle.zip");
    ClassArchive archive = new ClassArchive(bundle, java);
    List<String> command = command(args, java, cache, bundle, archive);
    command.addAll(locale.flags());
    command.addAll(options.flags());
    command.add(MAIN_CLASS);
    command.addAll(locale.escaped(args));
    ClientProcess client = new ClientProcess(command, locale, cache, TimeUnit.HOURS.toMillis(1));
    archive.startBuild();
    boolean success = false;
    try {
      int status = client.run();
      success = status == 0;
      options.explain(status, java);
      return status;
    } finally {
      archive.endBuild(success);
    }
  }

  private static List<String> command(
      List<String> args, JavaHome java, BundleCache cache, File bundle, ClassArchive archive)
      throws IOException {
    StringBuilder classPath = new StringBuilder(archive.classPath());
    boolean embedded = needsEmbedded(args);
    if (embedded) {
      classPath.append(File.pathSeparator).append(jarsOf(cache.folderOf("embedded.zip")));
    }
    String hadoopConf = System.getenv("HADOOP_CONF_DIR");
    if (hadoopConf != null && !hadoopConf.isEmpty()) {
      classPath.append(File.pathSeparator).append(hadoopConf);
    }

    List<String> command = new ArrayList<String>();
    command.add(java.executable());
    command.add("-XX:+UseSerialGC");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:Tier3InvocationThreshold=1000"); // five times Java's: it soon ends
    command.add("-XX:Tier3MinInvocationThreshold=500");
    command.add("-XX:Tier3CompileThreshold=10000");
    command.addAll(archive.flags());
    command.add("-Xmx1g");
    command.add("-Djava.net.preferIPv4Stack=true");
    command.add("-Dio.grpc.netty.shaded.io.netty.jfr.enabled=false"); // a tenth of a second
    command.add("-Djdk.reflect.useNativeAccessorOnly=true"); // else newer Javas make code for it
    command.add("-Dlog4j.configuration=trainer-client-log4j.properties");
    command.add("--enable-native-access=ALL-UNNAMED");
    if (java.version() >= 23) {
      // Hadoop's protobuf; Java 24 warns of it, later ones will refuse it unless it is allowed.
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.add("-Dtrainer.client.bundle=" + bundle);
    command.add("-Dtrainer.client.folder=" + ownFolder());
    command.add("-Dtrainer.client.launcher=" + pid());
    command.add("-cp");
    command.add(classPath.toString());
    return command;
  }

  /** The folder of this jar, where optional jars may lie. */
  private static String ownFolder() throws IOException {
    try {
      return new File(Launcher.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .getParent();
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  static String jarsOf(File unpacked) {
    return new File(unpacked, "lib").getPath() + File.separator + "*";
  }

  /** Whether this command line runs Hadoop's daemons in the client's process. */
  static boolean needsEmbedded(List<String> args) {
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      if (arg.equalsIgnoreCase("--master=embedded")
          || (arg.equals("--master")
              && i + 1 < args.size()
              && args.get(i + 1).equalsIgnoreCase("embedded"))
          || (arg.equals("demo")
              && isVerb(args, i))) { // a needless yes costs a longer class path, no more
        return true;
      }
    }
    return false;
  }

  /** This process's id, in ways that every Java from 8 on has; the second takes 20 ms. */
  private static String pid() {
    try {
      return Files.readSymbolicLink(Paths.get("/proc/self")).toString();
    } catch (IOException e) {
      // not Linux
    }
    return ManagementFactory.getRuntimeMXBean().getName().split("@", -1)[0];
  }

  /** Whether no other word but those of Hadoop's options stands before it. */
  private static boolean isVerb(List<String> args, int index) {
    int i = 0;
    while (i < index && args.get(i).startsWith("-")) {
      i += args.get(i).equals("-D") || args.get(i).equals("-conf") ? 2 : 1;
    }
    return i == index;
  }
}
