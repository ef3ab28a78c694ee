package trainer.client.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import trainer.client.watch.Json;
import trainer.container.launch.JvmSize;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.text.Quantity;

/**
 * A plan for people and programs.
 *
 * @param needs of the job with these settings
 */
record PlanLines(Settings settings, SampledInput input, JobNeeds needs) {
  private static final double MEGABYTE = 1 << 20;
  private static final double MICROS = 1e6;

  /** The plan in lines. */
  public List<String> lines() {
    SampledInput.Extent extent = input.extent();
    List<String> lines = new ArrayList<>();
    lines.add(
        "rows: "
            + about(extent.isCounted())
            + rounded((double) extent.rows(), extent.isCounted())
            + (input.sampledRows() < extent.rows()
                ? "; " + Quantity.grouped(input.sampledRows()) + " of them were read"
                : ""));
    lines.add(
        String.format(
            Locale.ROOT,
            "features a row: %.1f; keys in all: %s%s",
            input.costs().nonzeros(),
            about(isAll()),
            rounded(needs.keys(), isAll())));
    lines.add(
        "blocks: "
            + Quantity.grouped(extent.blocks())
            + "; mini-batches: "
            + Quantity.grouped(needs.minibatches())
            + " an epoch, of "
            + Quantity.of(needs.minibatchBlocks(), "block")
            + ", about "
            + Quantity.grouped(Math.round(input.rows(needs.minibatchBlocks())))
            + " rows");
    pservers(lines);
    workers(lines);
    lines.add(
        "time: first epoch about "
            + Quantity.seconds(needs.firstEpoch())
            + ", each later one about "
            + Quantity.seconds(needs.laterEpoch())
            + ", by the speed of this machine");
    return lines;
  }

  private void pservers(List<String> lines) {
    double room = JobNeeds.roomOfPserver(settings);
    int asked = settings.get(Keys.PSERVERS);
    int memory = settings.get(Keys.PSERVER_MEMORY_MB);
    lines.add(
        "pservers: "
            + megabytes(needs.pserverBytes())
            + " of rows"
            + (settings.get(Keys.PSERVER_REPLICAS) > 1 ? ", copies included" : "")
            + ", and "
            + megabytes(needs.listBytes())
            + " of key lists; "
            + Quantity.of(asked, "pserver")
            + " of "
            + memory
            + " MB "
            + (asked == 1 ? "has" : "have")
            + " room for "
            + megabytes(asked * room)
            + " of rows");
    if (needs.pserverBytes() > asked * room) {
      double heap = needs.pserverBytes() / asked * (heap(memory) / room);
      lines.add(
          "  give --pservers "
              + needs.fewestPservers(settings)
              + ", or -D"
              + Keys.PSERVER_MEMORY_MB
              + "="
              + JvmSize.containerMb((long) Math.ceil(heap / MEGABYTE)));
    }
  }

  private double heap(int memory) {
    return new JvmSize(memory, settings.get(Keys.PSERVER_VCORES)).heapMb() * MEGABYTE;
  }

  private void workers(List<String> lines) {
    int asked = settings.get(Keys.WORKERS);
    double room = asked * JobNeeds.roomOfWorker(settings);
    lines.add(
        "workers: "
            + megabytes(needs.workerBytes())
            + " of decoded rows; "
            + Quantity.of(asked, "worker")
            + " of "
            + settings.get(Keys.WORKER_MEMORY_MB)
            + " MB "
            + (asked == 1 ? "keeps" : "keep")
            + " "
            + megabytes(Math.min(room, needs.workerBytes()))
            + " in memory"
            + (room < needs.workerBytes() ? rest() : ""));
    if (room < needs.workerBytes()) {
      lines.add(
          "  --workers " + needs.workersForAllRows(settings) + " would keep all of them in memory");
    }
  }

  private String rest() {
    return settings.get(Keys.WORKER_SPILL_MB) > 0
        ? ", others on local disks"
        : "; the others are read again in each epoch";
  }

  /** Whether all of the input was read. */
  private boolean isAll() {
    return input.sampledBlocks() == input.extent().blocks();
  }

  private static String about(boolean isExact) {
    return isExact ? "" : "about ";
  }

  private static String megabytes(double bytes) {
    return Quantity.grouped((long) Math.ceil(bytes / MEGABYTE)) + " MB";
  }

  /** A number with two digits, unless it is exact. */
  private static String rounded(double number, boolean isExact) {
    if (isExact || number < 100) {
      return Quantity.grouped(Math.round(number));
    }
    double unit = Math.pow(10, Math.floor(Math.log10(number)) - 1);
    return Quantity.grouped(Math.round(Math.round(number / unit) * unit));
  }

  /** The plan as JSON. */
  public ObjectNode json() {
    ObjectNode plan = Json.object();
    plan.put("files", input.extent().files());
    plan.put("bytes", input.extent().bytes());
    plan.put("blocks", input.extent().blocks());
    plan.put("rows", input.extent().rows());
    plan.put("isRowsExact", input.extent().isCounted());
    plan.put("sampledRows", input.sampledRows());
    plan.put("featuresPerRow", input.costs().nonzeros());
    plan.put("keys", Math.round(needs.keys()));
    plan.put("minibatchBlocks", needs.minibatchBlocks());
    plan.put("minibatchesPerEpoch", needs.minibatches());
    ObjectNode pservers = plan.putObject("pservers");
    pservers.put("bytes", Math.round(needs.pserverBytes()));
    pservers.put("listBytes", Math.round(needs.listBytes()));
    pservers.put("room", Math.round(JobNeeds.roomOfPserver(settings)));
    pservers.put("fewest", needs.fewestPservers(settings));
    ObjectNode workers = plan.putObject("workers");
    workers.put("bytes", Math.round(needs.workerBytes()));
    workers.put("room", Math.round(JobNeeds.roomOfWorker(settings)));
    workers.put("forAllRows", needs.workersForAllRows(settings));
    ObjectNode ofRow = plan.putObject("processorMicrosPerRow");
    ofRow.put("read", input.costs().readSeconds() * MICROS);
    ofRow.put("number", input.costs().numberSeconds() * MICROS);
    ofRow.put("train", input.costs().trainSeconds() * MICROS);
    ObjectNode seconds = plan.putObject("epochSeconds");
    seconds.put("first", needs.firstEpoch());
    seconds.put("later", needs.laterEpoch());
    return plan;
  }
}
