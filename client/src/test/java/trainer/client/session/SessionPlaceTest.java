package trainer.client.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.job.JobFolder;

final class SessionPlaceTest {
  private static final String APPLICATION = "application_1_0001";
  private static final int CLIENTS = 2;
  private static final int CLAIMS = 50;

  @TempDir private Path root;

  @Test
  void twoClientsNeverHaveTheSameNumber() throws Exception {
    Files.createDirectories(root.resolve("jobs/0"));
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    List<Integer> numbers = new ArrayList<>();
    try {
      List<Future<List<Integer>>> claiming = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        claiming.add(clients.submit(this::claim));
      }
      for (Future<List<Integer>> claimed : claiming) {
        numbers.addAll(claimed.get());
      }
    } finally {
      clients.shutdownNow();
    }

    assertThat(numbers)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(1, CLIENTS * CLAIMS).boxed().toList());
  }

  private List<Integer> claim() throws IOException {
    SessionPlace place =
        SessionPlace.in(new JobFolder("file://" + root.toAbsolutePath()), new Configuration(false));
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < CLAIMS; i++) {
      numbers.add(place.claim(APPLICATION).number());
    }
    return numbers;
  }
}
