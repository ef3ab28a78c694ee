package trainer.container.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.id.Term;

final class AddressFileTest {
  @TempDir private Path folder;
  private Path path;
  private AddressFile file;

  @BeforeEach
  void name() {
    path = folder.resolve("master.address");
    file = new AddressFile(path.toUri().toString(), new Configuration());
  }

  @Test
  void saysNothingBeforeTheFirstMaster() throws IOException {
    assertThat(file.read()).isEmpty();
  }

  @Test
  void saysWhatTheLastOneWrote() throws IOException {
    file.write(new MasterAddress(new HostPort("a.example", 1), "http://a.example:2", new Term(1)));
    MasterAddress second = new MasterAddress(new HostPort("b.example", 3), "", new Term(2));
    file.write(second);
    assertThat(file.read()).contains(second);
    try (var left = Files.list(folder)) {
      assertThat(left.map(one -> one.getFileName().toString()))
          .containsExactlyInAnyOrder("master.address", ".master.address.crc");
    }
  }

  @Test
  void aSupersededMasterDoesNotHideTheOneThatLeads() throws IOException {
    MasterAddress second = new MasterAddress(new HostPort("b.example", 3), "", new Term(2));
    file.write(second);
    file.write(new MasterAddress(new HostPort("a.example", 1), "", new Term(1)));
    assertThat(file.read()).contains(second);
  }

  @Test
  void readsWhatAMasterOfAnotherVersionSays() throws IOException {
    Files.writeString(path, "a.example:1\n");
    assertThat(file.read())
        .contains(new MasterAddress(new HostPort("a.example", 1), "", Term.NONE));
  }

  @Test
  void refusesWhatIsNoAddress() throws IOException {
    Files.writeString(path, "garbage");
    assertThatThrownBy(file::read).isInstanceOf(IOException.class).hasMessageContaining("garbage");
  }
}
