package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.fact.EndingFact;
import trainer.core.id.Version;

class PublicationHistoryTest {
  private final PublicationHistory publication = new PublicationHistory();

  @Test
  void beginsBeforeTheModelIsVisible() {
    assertThat(publication.isBegun()).isFalse();
    publication.on(new EndingFact.PublishingBegun(new Version(3), "folder"));
    assertThat(publication.isBegun()).isTrue();
    assertThat(publication.folder()).isEqualTo("folder");
    assertThat(publication.modelId()).isNull();
    publication.on(new EndingFact.Exported("id", "place"));
    assertThat(publication.modelId()).isEqualTo("id");
    assertThat(publication.location()).isEqualTo("place");
  }
}
