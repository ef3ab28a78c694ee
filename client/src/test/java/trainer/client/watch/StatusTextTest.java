package trainer.client.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class StatusTextTest {
  private static String of(String phase, String json) throws IOException {
    JobDocument document = JobDocument.parse(json.getBytes(StandardCharsets.UTF_8));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new StatusText(new PrintStream(bytes, true, StandardCharsets.UTF_8), ZoneOffset.UTC)
        .print(
            "app.1",
            new Observation(phase, phase.equals("EXITED"), "http://rm/proxy", document),
            document.report());
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void saysHowFarAJobIsHowFastAndHowWell() throws IOException {
    String text =
        of(
            "RUNNING",
            "{'state':'RUNNING','version':9015,'versions':36060,'progress':0.25,'epoch':3,'epochs':12,"
                    .replace('\'', '"')
                + ("'recordsPerSecond':1200000.4,'seconds':{'total':130.2,'training':100},"
                        + "'metrics':{'train':{'logLoss':0.51,'accuracy':0.7},'validation':{'logLoss':null,'records':7}},"
                        + "'workersWanted':{'there':2,'wanted':3},'members':["
                        + "{'role':'worker','index':1,'state':'dead','host':'h','container':'c1','why':'it is slow'}]}")
                    .replace('\'', '"'));
    assertThat(text)
        .isEqualTo(
            """
            app.1 RUNNING after 130 s
            page: http://rm/proxy
            progress: 25 %, version 9,015 of 36,060, epoch 3 of 12, about 300 s left
            rate: 1,200,000 records/s on the average
            training log loss: 0.510000
            training accuracy: 0.700000
            workers: 2 of 3
              worker-1 dead on h c1: it is slow
            """);
  }

  @Test
  void saysHowFarTheFirstPassIsUntilItEnds() throws IOException {
    String pass = "{'state':'RUNNING','firstPass':{'done':12,'tasks':64}}".replace('\'', '"');
    assertThat(of("RUNNING", pass)).contains("measuring columns: 12 of 64 tasks");
    assertThat(of("RUNNING", pass.replace("12", "64"))).doesNotContain("measuring");
  }

  @Test
  void saysSinceWhenAJobWaitsForWhatAndWhy() throws IOException {
    String text =
        of(
            "SCHEDULED",
            ("{'state':'SCHEDULED','waitingFor':[{'what':'workers','since':3723000,'asked':8,"
                    + "'granted':5,'explanation':'queue default is full','beginsAt':3753000}]}")
                .replace('\'', '"'));
    assertThat(text)
        .contains(
            "waiting for: workers since 01:02:03, 0 there, 8 needed, 5 granted: queue default is full")
        .contains("begins with the workers there: at 01:02:33 (trainer.start.patience)");
  }

  @Test
  void saysWhenAJobThatLostPserversGoesOnWithoutThem() throws IOException {
    String text =
        of(
            "RUNNING",
            ("{'state':'RUNNING','waitingFor':[{'what':'pservers','since':3723000,'asked':2,"
                    + "'granted':1,'explanation':'queue default is full','beginsAt':3783000}]}")
                .replace('\'', '"'));
    assertThat(text)
        .contains("goes on with the pservers there: at 01:03:03 (trainer.allocation.patience)");
  }

  @Test
  void saysThatAJobWasStoppedWentBackAndLeftRecordsOut() throws IOException {
    String text =
        of(
            "EXITED",
            ("{'stopped':{'by':'ann (trainer stop)','version':1200,'versions':4800},"
                    + "'rollbacks':1,'repeated':{'records':3000},'badRecords':2}")
                .replace('\'', '"'));
    assertThat(text)
        .startsWith("app.1 EXITED, stopped\n")
        .contains("stopped: at version 1,200 of 4,800 by ann (trainer stop)\n")
        .contains(
            "went back: 1 time to the newest version kept, or the beginning, since parameters were"
                + " lost with a pserver; 3,000 records trained again\n")
        .contains("broken records: 2 left out (see the workers' logs)\n");
  }

  @Test
  void jobThatRanThroughWasNotStopped() throws IOException {
    assertThat(of("EXITED", "{\"stopped\":null,\"rollbacks\":0,\"badRecords\":0}"))
        .isEqualTo("app.1 EXITED\npage: http://rm/proxy\n");
    assertThat(of("EXITED", "{\"stopped\":{\"version\":3,\"versions\":9}}"))
        .contains("stopped: at version 3 of 9 by a user's request\n");
  }
}
