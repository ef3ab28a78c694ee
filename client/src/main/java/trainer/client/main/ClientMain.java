package trainer.client.main;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import trainer.client.cli.TrainerCommand;
import trainer.client.terminal.PrintedText;
import trainer.container.files.HadoopClasses;

/** The client's process. */
public final class ClientMain {
  private ClientMain() {}

  public static void main(String[] args) {
    // The launcher sets this in an ASCII-only locale, in which arguments come escaped.
    boolean ascii = Boolean.getBoolean("trainer.client.ascii");
    boolean verbose = Arrays.asList(args).contains("--verbose");
    PrintedText.install(ascii, verbose);
    LauncherWatch.start();
    HadoopClasses.begin(); // nearly every command needs them, once its line is parsed
    int status = TrainerCommand.run(ascii ? unescaped(args) : args);
    if (!verbose) {
      // The command has reported its result; failures during the exit are irrelevant.
      Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
    }
    // Exit, not return: clients of Hadoop leave threads behind.
    System.exit(status);
  }

  private static String[] unescaped(String[] args) {
    return Arrays.stream(args)
        .map(argument -> URLDecoder.decode(argument, StandardCharsets.UTF_8))
        .toArray(String[]::new);
  }
}
