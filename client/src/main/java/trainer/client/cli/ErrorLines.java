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

/**
 * The report of errors: each is one line on stderr and an exit code. With {@code --json} stdout
 * still carries one document.
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
    return print(UnexpectedFailure.of(e, command.getCommandSpec().qualifiedName()), e);
  }

  /**
   * Prints a failure and returns its exit code.
   *
   * @param cause null if there is none
   */
  int print(Failure failure, Throwable cause) {
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
