package trainer.it.masters;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What is wrong with the end of a job whose masters were killed, held against that of one that
 * nothing disturbed. Under bsp model and metrics have to be its bits; where nobody waits for a
 * mini-batch, or the first gradients make a version, every task has to count, and once, and the
 * model has to be about as good.
 */
public final class EndComparison {
  private static final double ABOUT = 0.02;
  private static final int MEMBERS = 4;

  private final List<String> faults = new ArrayList<>();

  private EndComparison() {}

  /**
   * In words; nothing if all is well.
   *
   * @param kills how often a master was killed
   */
  public static List<String> of(DisturbedJob.End end, int kills, DisturbedJob.End quiet) {
    EndComparison verdict = new EndComparison();
    verdict.any(end, kills);
    switch (quiet.report().path("sync").asText()) {
      case "async" -> verdict.async(end.report(), quiet.report());
      case "versioned" -> verdict.versioned(end.report(), quiet.report());
      default -> verdict.bsp(end, kills, quiet);
    }
    return verdict.faults;
  }

  private void any(DisturbedJob.End end, int kills) {
    JsonNode report = end.report();
    String failure = report.at("/failure/message").asText();
    check(end.exitCode() == 0, "exit code " + end.exitCode() + " " + failure);
    check(kills > 0, "never killed");
    check(report.path("term").asLong() >= kills, "term " + report.path("term"));
    Set<String> containers = end.containersOfMembers();
    check(containers.size() == MEMBERS, containers.size() + " containers " + containers);
  }

  private void bsp(DisturbedJob.End end, int kills, DisturbedJob.End quiet) {
    check(end.modelId().equals(quiet.modelId()), "model " + end.modelId());
    same(end.report(), quiet.report(), "/metrics");
    long computed = end.report().path("recordsComputed").asLong();
    long least = leastComputed(quiet.report());
    long pass = end.report().path("records").asLong();
    check(computed >= least, "only " + computed + " records of " + least);
    boolean isTwice = end.report().at("/speculation/duplicates").asLong() > 0;
    long most = least + kills * pass + (isTwice ? least / 10 : 0);
    check(computed <= most, computed + " records, more than " + most);
  }

  /** Every pass over the input; on a busy machine a job computes shares of the slow twice. */
  public static long leastComputed(JsonNode report) {
    return report.path("records").asLong() * report.path("epochs").asLong();
  }

  private void async(JsonNode report, JsonNode quiet) {
    same(report, quiet, "/recordsComputed");
    tasks(report, quiet);
  }

  /** What is refused is computed more than once. */
  private void versioned(JsonNode report, JsonNode quiet) {
    same(report, quiet, "/version");
    tasks(report, quiet);
  }

  private void tasks(JsonNode report, JsonNode quiet) {
    same(report, quiet, "/tasks");
    same(report, quiet, "/records");
    same(report, quiet, "/metrics/validation/records");
    double loss = report.at("/metrics/validation/logLoss").asDouble();
    double right = quiet.at("/metrics/validation/logLoss").asDouble();
    check(Math.abs(loss - right) <= ABOUT * right, "log loss " + loss + ", not about " + right);
  }

  private void same(JsonNode report, JsonNode quiet, String path) {
    JsonNode is = report.at(path);
    check(is.equals(quiet.at(path)), path + " " + is + ", not " + quiet.at(path));
  }

  private void check(boolean holds, String otherwise) {
    if (!holds) {
      faults.add(otherwise);
    }
  }
}
