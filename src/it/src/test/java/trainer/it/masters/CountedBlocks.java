package trainer.it.masters;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a counting model says of how often it was trained on a block: each of its rows counts by
 * itself, and each partition holds some of them.
 *
 * @param least in a row that has seen the fewest
 * @param most in a row that has seen the most
 */
record CountedBlocks(long rows, long least, long most) {
  private static final String TABLE = "blocks";

  static CountedBlocks of(JsonNode report) {
    for (JsonNode table : report.path("tables")) {
      if (table.path("name").asText().equals(TABLE)) {
        return new CountedBlocks(
            table.path("rows").asLong(), table.path("min").asLong(), table.path("max").asLong());
      }
    }
    throw new AssertionError("no counts in " + report.path("tables"));
  }
}
