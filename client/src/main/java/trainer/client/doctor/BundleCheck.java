package trainer.client.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import trainer.client.bundle.BundleStore;
import trainer.client.bundle.LocalBundle;
import trainer.core.config.Keys;
import trainer.core.text.Quantity;

/** Whether the cluster holds this client's bundle, whole. */
record BundleCheck(Place place) implements Check {
  @Override
  public String name() {
    return "bundle";
  }

  @Override
  public String needs() {
    return HomeCheck.NAME;
  }

  @Override
  public Finding find() throws IOException {
    LocalBundle bundle = LocalBundle.find();
    String copy = place.settings().find(Keys.BUNDLE).orElse("");
    if (!copy.isEmpty()) {
      BundleStore.requireSame(bundle, new Path(copy), place.hadoop());
      return Finding.ok(copy + " is this client's");
    }
    Path folder = BundleStore.folder(place.settings(), place.user());
    Optional<Boolean> same = new BundleStore(folder, place.hadoop()).holds(bundle);
    if (same.isEmpty()) {
      long megabytes = Files.size(bundle.archive()) >> 20;
      return Finding.ok(
          "not in " + folder + " yet; a job uploads " + Quantity.grouped(megabytes) + " MB");
    }
    return same.get()
        ? Finding.ok(folder + " holds this client's")
        : Finding.warn(
            "the one in " + folder + "/" + bundle.sha256() + " is damaged",
            "nothing: the next job replaces it");
  }
}
