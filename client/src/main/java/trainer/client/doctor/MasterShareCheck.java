package trainer.client.doctor;

import java.util.Optional;
import trainer.client.yarn.ClusterSurvey;
import trainer.container.launch.MasterShare;
import trainer.core.config.Keys;
import trainer.core.text.Quantity;

/** Whether the queue's share for masters has room for one more. */
record MasterShareCheck(Place place, ClusterSurvey cluster) implements Check {
  @Override
  public String name() {
    return "master-share";
  }

  @Override
  public String needs() {
    return QueueCheck.NAME;
  }

  @Override
  public Finding find() {
    String queue = place.settings().get(Keys.QUEUE);
    Optional<MasterShare> share = MasterShare.of(queue, place.configuration().hadoop());
    long asked = cluster.allocationMb(place.settings().get(Keys.MASTER_MEMORY_MB));
    return share
        .map(known -> judge(known, asked))
        .orElseGet(
            () ->
                Finding.warn(
                    "not known: the ResourceManager's web service does not report it",
                    "if jobs stay ACCEPTED, look for the queue's AM share in its page"));
  }

  /**
   * The finding of a share. YARN always admits one master, even above the limit.
   *
   * @param askedMb the memory of one more master, in MB
   */
  static Finding judge(MasterShare share, long askedMb) {
    String found = share.words() + ", and one more takes " + Quantity.grouped(askedMb) + " MB";
    if (share.usedMb() > 0 && share.usedMb() + askedMb > share.limitMb()) {
      return Finding.warn(
          "a job would wait until another ends: " + found,
          "use another --queue, a smaller trainer.master.memory-mb, or a session for all jobs");
    }
    return askedMb > share.limitMb()
        ? Finding.warn(
            "one job at a time: " + found,
            "have maximum-am-resource-percent raised, or use a session for all jobs")
        : Finding.ok(found);
  }
}
