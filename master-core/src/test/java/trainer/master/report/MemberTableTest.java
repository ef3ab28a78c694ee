package trainer.master.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.job.Role;
import trainer.master.job.api.ProcessesView;

/** A thousand workers, of which every hundredth is slow, and two pservers. */
class MemberTableTest {
  private static final ProcessesView VIEW = view();

  private static ProcessesView view() {
    ViewBuilder builder = new ViewBuilder();
    for (int i = 0; i < 1000; i++) {
      builder.member(member(Role.WORKER, i, i % 100 == 0 ? "slow" : "live", (i * 37) % 1000));
    }
    builder.member(member(Role.PSERVER, 0, "live", 0)).member(member(Role.PSERVER, 1, "live", 0));
    return builder.build().processes();
  }

  private static ProcessesView.Member member(Role role, int index, String state, long records) {
    return new ProcessesView.Member(
        new ProcessesView.Instance(role, index, new Incarnation(index), "node-" + index, "", "c"),
        state,
        0,
        records,
        0,
        ProcessesView.Load.NONE,
        ProcessesView.Delays.NONE,
        "");
  }

  private static JsonNode table(MemberTable.Query query) throws Exception {
    return new ObjectMapper().readTree(MemberTable.of(VIEW, query));
  }

  private static Iterable<Integer> indices(JsonNode table) {
    return StreamSupport.stream(table.path("members").spliterator(), false)
        .map(one -> one.path("index").asInt())
        .toList();
  }

  @Test
  void rowsAreSortedFilteredAndPaged() throws Exception {
    JsonNode most = table(new MemberTable.Query("worker", "", "", "-records", 0, 3));
    assertThat(most.path("total").asInt()).isEqualTo(1000);
    assertThat(indices(most)).containsExactly(27, 54, 81);
    JsonNode slow = table(new MemberTable.Query("", "slow", "", "role", 8, 50));
    assertThat(slow.path("total").asInt()).isEqualTo(10);
    assertThat(indices(slow)).containsExactly(800, 900);
    assertThat(indices(table(new MemberTable.Query("", "", "node-999", "role", 0, 50))))
        .containsExactly(999);
  }

  @Test
  void aRoleWithAnIndexFindsThatProcessAlone() throws Exception {
    assertThat(found("worker 17")).containsExactly("worker 17");
    assertThat(found("pserver 1")).containsExactly("pserver 1");
    assertThat(found("worker")).isEmpty();
    assertThat(found("17")).as("the hosts that contain it").contains("worker 17", "worker 170");
  }

  private static List<String> found(String text) throws Exception {
    JsonNode table = table(new MemberTable.Query("", "", text, "role", 0, 50));
    return StreamSupport.stream(table.path("members").spliterator(), false)
        .map(one -> one.path("role").asText() + " " + one.path("index").asInt())
        .toList();
  }

  @Test
  void anUnknownColumnNamesThoseThatThereAre() {
    assertThatThrownBy(() -> new MemberTable.Query("", "", "", "-size", 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("records");
    assertThatThrownBy(() -> new MemberTable.Query("", "", "", "role", 0, 1_000_000_000))
        .hasMessageContaining("200");
  }
}
