package trainer.client.launcher;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The locale that the client runs in. In one of ASCII alone ({@code LC_ALL=C}, or none at all, as
 * in cron and containers) a JVM can open no file with another letter in its name, and has lost such
 * letters of its arguments before {@code main}.
 *
 * <p>There the client runs in {@code C.UTF-8}, and prints no punctuation beyond ASCII. The
 * arguments are read anew from the kernel. This JVM cannot hand them on as they are, so they go
 * escaped.
 */
final class ClientLocale {
  private static final Path COMMAND_LINE = Paths.get("/proc/self/cmdline");

  private final boolean ascii;

  private ClientLocale(boolean ascii) {
    this.ascii = ascii;
  }

  /** By the name that a JVM gives to the locale's character set. */
  static ClientLocale of(String charset) {
    return new ClientLocale("ANSI_X3.4-1968".equals(charset) || "US-ASCII".equals(charset));
  }

  /** The arguments as they were typed. */
  List<String> typed(List<String> arguments) {
    try {
      return ascii ? typed(arguments, Files.readAllBytes(COMMAND_LINE)) : arguments;
    } catch (IOException e) {
      return arguments; // not Linux
    }
  }

  /** The last of a command line's words, each ended by a zero byte. */
  static List<String> typed(List<String> arguments, byte[] commandLine) {
    List<String> words = new ArrayList<String>();
    int from = 0;
    for (int i = 0; i < commandLine.length; i++) {
      if (commandLine[i] == 0) {
        words.add(new String(commandLine, from, i - from, StandardCharsets.UTF_8));
        from = i + 1;
      }
    }
    int other = words.size() - arguments.size();
    return other < 0 ? arguments : words.subList(other, words.size());
  }

  /** What the client's JVM is told. */
  List<String> flags() {
    return ascii
        ? Collections.singletonList("-Dtrainer.client.ascii=true")
        : Collections.<String>emptyList();
  }

  /** The arguments in a form that this JVM can hand on, undone by the client. */
  List<String> escaped(List<String> arguments) throws IOException {
    if (!ascii) {
      return arguments;
    }
    List<String> escaped = new ArrayList<String>();
    for (String argument : arguments) {
      escaped.add(URLEncoder.encode(argument, "UTF-8"));
    }
    return escaped;
  }

  /** Sets the client's locale in its environment. */
  void apply(Map<String, String> environment) {
    if (ascii) {
      environment.put("LC_ALL", "C.UTF-8");
    }
  }

  /** A message in characters that this process can print. */
  String printable(String message) {
    return ascii ? message.replace("—", "-").replace("…", "...") : message;
  }
}
