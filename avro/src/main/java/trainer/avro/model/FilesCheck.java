package trainer.avro.model;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import trainer.avro.digest.DigestingInput;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;

/**
 * Compares the files of a folder with its manifest: every part's length, SHA-256, rows and format
 * version, missing and extra files. Finds a flipped byte at any place of any part.
 */
public final class FilesCheck {
  private final ModelFolder folder;
  private final List<TableSpec> tables;
  private final List<ModelDamage> damages = new ArrayList<>();

  private FilesCheck(ModelFolder folder, List<TableSpec> tables) {
    this.folder = folder;
    this.tables = tables;
  }

  /**
   * All damage of the parts.
   *
   * @param manifest the manifest's name; that file is not checked
   * @param tables as wide as the parts have them
   */
  public static List<ModelDamage> damages(
      ModelFolder folder, String manifest, List<PartFile> parts, List<TableSpec> tables)
      throws IOException {
    FilesCheck check = new FilesCheck(folder, tables);
    Set<String> names = new HashSet<>(folder.names());
    names.remove(manifest);
    for (PartFile part : parts) {
      if (names.remove(part.name())) {
        check.part(part);
      } else {
        check.damages.add(ModelDamage.of(part.name(), "the file is missing"));
      }
    }
    names.stream()
        .filter(name -> !name.startsWith(".") && !name.startsWith("_"))
        .sorted()
        .forEach(
            name ->
                check.damages.add(ModelDamage.of(name, "the manifest does not list this file")));
    return check.damages;
  }

  private void part(PartFile part) throws IOException {
    try (DigestingInput in = new DigestingInput(folder.open(part.name()))) {
      PartScan scan = PartScan.of(in, part.name(), tables);
      boolean intact = in.sha256().equals(part.sha256());
      if (intact && scan.refusal() != null) {
        throw scan.refusal();
      }
      if (in.bytes() != part.bytes()) {
        damages.add(
            new ModelDamage(
                part.name(),
                scan.offset(),
                "the file has " + in.bytes() + " bytes instead of " + part.bytes()));
      } else if (!intact) {
        damages.add(
            new ModelDamage(
                part.name(),
                scan.damagedAt(),
                "the SHA-256 is not the manifest's" + scan.detail()));
      } else if (scan.complaint() != null) {
        damages.add(new ModelDamage(part.name(), scan.offset(), scan.complaint()));
      } else if (scan.rows() != part.rows()) {
        damages.add(
            ModelDamage.of(
                part.name(), "the file has " + scan.rows() + " rows instead of " + part.rows()));
      }
    }
  }
}
