package trainer.master.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import trainer.core.job.JobState;
import trainer.master.job.api.JobView;

class ReportReadingTest {
  private static JobReport read(String json) throws JsonProcessingException {
    return ReportJson.read(new ObjectMapper().readTree(json));
  }

  private static JobReport written(JobView view) throws JsonProcessingException {
    return read(ReportJson.of(view, 100_000));
  }

  @Test
  void partsAreReadFromTheFieldsOfOneObject() throws JsonProcessingException {
    JobReport report = written(SampleViews.runningBsp());
    assertThat(report.identity().name()).isEqualTo("clicks");
    assertThat(report.lifecycle().state()).isEqualTo(JobState.RUNNING.name());
    assertThat(report.lifecycle().waitingFor().get(0).beginsAt()).isEqualTo(90_000);
    assertThat(report.lifecycle().waitingFor().get(1).beginsAt()).isNull();
    assertThat(report.progress().version()).isEqualTo(7);
    assertThat(report.synchronisation().tasks().hands()).hasSize(2);
    assertThat(report.work().checkpointTrouble().message()).isEqualTo("/jobs: no space");
    assertThat(report.results().seconds().total()).isEqualTo(90);
    assertThat(report.processes().members().get(1).instance().host()).isEqualTo("h2");
    assertThat(report.processes().members().get(1).condition().state()).isEqualTo("full");
    assertThat(report.processes().containers().get(1).end().exitStatus()).isEqualTo(137);
    assertThat(report.processes().containers().get(1).life().releasedAt()).isEqualTo(4);
    assertThat(report.processes().pservers().moves().get(0).partitions()).containsExactly(1, 5);
    assertThat(report.incidents().survived().get(0).seconds()).isEqualTo(1.5);
  }

  @Test
  void resultsAreReadByTheirNames() throws JsonProcessingException {
    ResultsReport results = written(SampleViews.exited()).results();
    assertThat(results.metrics().train().keySet())
        .containsExactly("logLoss", "accuracy", "calibration");
    assertThat(results.metrics().validation().get("records").longValue()).isEqualTo(4);
    assertThat(results.tables().get(0).weights().mean()).isEqualTo(2.5 / 6);
    assertThat(results.tables().get(1).weights().mean()).isNull();
    assertThat(results.tables().get(0).rows().nonZeros()).isEqualTo(5);
    assertThat(results.aggregates().get("counts").get("rows")).isEqualTo(4.0);
  }

  @Test
  void absentFieldsAreEmptyZeroOrNull() throws JsonProcessingException {
    JobReport report = read("{\"state\":\"FAILED\",\"modelId\":null}");
    assertThat(report.lifecycle().state()).isEqualTo("FAILED");
    assertThat(report.lifecycle().modelId()).isEmpty();
    assertThat(report.lifecycle().states()).isEmpty();
    assertThat(report.lifecycle().failure()).isNull();
    assertThat(report.progress().stopped()).isNull();
    assertThat(report.work().rollbacks()).isZero();
    assertThat(report.results().metrics().train()).isEmpty();
    assertThat(report.results().seconds().total()).isZero();
    assertThat(report.processes().workersWanted()).isNull();
  }

  @Test
  void fieldsOfNewerVersionsAreIgnored() throws JsonProcessingException {
    JobReport report = read("{\"mood\":\"good\",\"members\":[{\"index\":1,\"mood\":\"bad\"}]}");
    assertThat(report.processes().members().get(0).instance().index()).isEqualTo(1);
  }

  @Test
  void fieldOfAnotherTypeIsRefused() {
    assertThatThrownBy(() -> read("{\"versions\":[]}")).isInstanceOf(JsonProcessingException.class);
  }
}
