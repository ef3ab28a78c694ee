package trainer.it.simulation;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import trainer.core.message.Evaluation;
import trainer.core.message.ToMember;
import trainer.testkit.Violation;

/**
 * What must be true of one job's model, in whatever history. The undisturbed run writes it down,
 * all others are held against it.
 */
final class Oracle {
  private final SimJob job;
  private final Oracle reference;
  private final Map<String, Long> digests = new HashMap<>();
  private final Map<String, String> blocksOfShare = new HashMap<>();
  private final Map<Long, TreeSet<Integer>> blocksOfVersion = new TreeMap<>();
  private final Map<String, float[]> weights = new HashMap<>();
  private Evaluation evaluation;
  private String modelId;

  /**
   * @param reference what the undisturbed run wrote down, or null for that run itself
   */
  Oracle(SimJob job, Oracle reference) {
    this.job = job;
    this.reference = reference;
  }

  /** CommittedOnce and CopiesIdentical: a partition holds the one right content of a version. */
  void committed(long version, int partition, long digest) {
    String key = version + "/" + partition;
    if (reference == null) {
      digests.put(key, digest);
      return;
    }
    Long right = reference.digests.get(key);
    Violation.unless(
        right != null && right == digest,
        "CommittedOnce",
        job.id()
            + ": partition "
            + partition
            + " at version "
            + version
            + " is not what "
            + "the blocks of that version make of the version before");
  }

  /** PullIsOneVersion: what a share is computed on is exactly the version before it. */
  void computedOn(long version, String keys, float[] pulled) {
    if (reference == null) {
      weights.put(version + keys, pulled);
      return;
    }
    // Shares are cut otherwise here, so their keys differ; only the same list can be compared.
    float[] right = reference.weights.get(version + keys);
    Violation.unless(
        right == null || Arrays.equals(right, pulled),
        "PullIsOneVersion",
        job.id() + ": a share was computed on rows that are not version " + version);
  }

  /** ShareKeyBindsContent: (line, version, share, shares) names one set of blocks for ever. */
  void ordered(ToMember.Order order) {
    String key = order.line() + "/" + order.version() + "/" + order.share();
    String content = order.shares() + ":" + FakeModel.numbers(order.blocks());
    String before = blocksOfShare.putIfAbsent(key, content);
    Violation.unless(
        before == null || before.equals(content),
        "ShareKeyBindsContent",
        job.id() + ": share " + key + " was " + before + " and is " + content);
    if (before == null) {
      blocksOfVersion
          .computeIfAbsent(order.version(), version -> new TreeSet<>())
          .addAll(FakeModel.numbers(order.blocks()));
    }
  }

  void published(String id) {
    modelId = id;
    Violation.unless(
        reference == null || id.equals(reference.modelId),
        "OneModelId",
        job.id() + ": the model is another one than that of the undisturbed run");
  }

  void evaluated(Evaluation sum) {
    evaluation = sum;
    if (reference != null && sum != null) {
      Evaluation right = reference.evaluation;
      Violation.unless(
          sum.metrics().equals(right.metrics())
              && Arrays.equals(sum.positives(), right.positives())
              && Arrays.equals(sum.negatives(), right.negatives()),
          "MetricsAreExact",
          job.id() + ": the held-out metrics are not those of the undisturbed run");
    }
  }

  /** EpochIsWholeInput: the undisturbed run orders each block once an epoch. */
  void assertEpochsAreWhole() {
    int perEpoch = (job.blocks() + job.minibatchBlocks() - 1) / job.minibatchBlocks();
    int[] seen = new int[job.blocks()];
    blocksOfVersion.forEach((version, blocks) -> blocks.forEach(block -> seen[block]++));
    Violation.unless(
        blocksOfVersion.size() == perEpoch * job.epochs()
            && Arrays.stream(seen).allMatch(times -> times == job.epochs()),
        "EpochIsWholeInput",
        job.id() + ": blocks were ordered " + Arrays.toString(seen) + " times");
  }

  String modelId() {
    return modelId;
  }
}
