package trainer.container.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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
      assertThat(left.map(one -> one.getFileName().toString())).containsExactly("master.address");
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

  @Test
  void aReaderFindsOneOfTheAddressesWhileOthersReplaceIt() throws Exception {
    file.write(address(1));
    AtomicBoolean isOver = new AtomicBoolean();
    CompletableFuture<Void> reader =
        CompletableFuture.runAsync(
            () -> {
              while (!isOver.get()) {
                try {
                  assertThat(file.read()).isPresent();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              }
            });
    for (int term = 2; term < 300 && !reader.isDone(); term++) {
      file.write(address(term));
    }
    isOver.set(true);
    reader.get(10, TimeUnit.SECONDS);
  }

  private static MasterAddress address(int term) {
    return new MasterAddress(new HostPort("a.example", term), "", new Term(term));
  }
}
