package trainer.client.cli;

import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import trainer.client.watch.Json;
import trainer.core.config.InvalidSettingsException;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * Every error as one line on stderr, and its exit code. With {@code --json} stdout carries one
 * document also then.
 */
final class ErrorLines implements IParameterExceptionHandler, IExecutionExceptionHandler {
  private final boolean verbose;
  private final boolean json;

  ErrorLines(String[] args) {
    this.verbose = Arrays.asList(args).contains("--verbose");
    this.json = Arrays.asList(args).contains("--json");
  }

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    return print(UsageFailure.of(e), e);
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult result) {
    if (e instanceof ParameterException parameter) {
      return handleParseException(parameter, new String[0]);
    }
    if (e instanceof FailureException known) {
      return print(known.failure(), e);
    }
    if (e instanceof InvalidSettingsException invalid) {
      Failure first = invalid.problems().get(0);
      invalid.problems().stream().skip(1).forEach(ErrorLines::printLine);
      return print(first, e);
    }
    return print(
        new Failure(
            FailureKind.UNEXPECTED,
            e.toString(),
            command.getCommandSpec().qualifiedName(),
            "run it again with --verbose and report what it prints"),
        e);
  }

  /**
   * Prints a failure and returns its exit code.
   *
   * @param cause null if there is none
   */
  int print(Failure failure, Exception cause) {
    printLine(failure);
    if (json) {
      System.out.println(Json.print(Json.object().set("failure", Json.of(failure))));
    }
    if (verbose && cause != null) {
      cause.printStackTrace();
    }
    return failure.kind().exitCode();
  }

  private static void printLine(Failure failure) {
    System.err.println("ERROR " + failure.message());
  }
}
