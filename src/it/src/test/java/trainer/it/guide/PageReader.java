package trainer.it.guide;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import trainer.testkit.DocumentedCommand;

/** Runs the commands of a page. */
abstract class PageReader {
  private final PageFiles files;

  PageReader(PageFiles files) {
    this.files = files;
  }

  /** Runs the commands, and returns what they printed. */
  final List<String> follow(List<DocumentedCommand> commands) throws Exception {
    List<String> printed = new ArrayList<>();
    try {
      for (DocumentedCommand command : commands) {
        provideFilesOf(command);
        printed.add(run(command));
      }
    } finally {
      finish();
    }
    return printed;
  }

  private void provideFilesOf(DocumentedCommand command) throws Exception {
    boolean isOfAModel = command.words().get(0).equals("model");
    List<String> names =
        Stream.concat(
                Stream.of("--input", "--validation", "--model", "--names").map(command::option),
                isOfAModel ? Stream.of(command.words().get(2)) : Stream.empty())
            .filter(name -> !name.isEmpty())
            .toList();
    for (String name : names) {
      files.provide(name);
    }
    String output = command.option("--output");
    if (!output.isEmpty() && !command.words().contains("--overwrite")) {
      files.delete(output);
    }
  }

  /** Runs a command whose files are there, and returns what it printed. */
  abstract String run(DocumentedCommand command) throws Exception;

  /** Ends what still runs, or waits for it. */
  abstract void finish() throws Exception;
}
