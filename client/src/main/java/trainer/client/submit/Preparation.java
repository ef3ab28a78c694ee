package trainer.client.submit;

import java.util.List;
import trainer.client.config.ClientConfiguration;
import trainer.core.config.Settings;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;

/**
 * An application that has passed all checks of its configuration: a job, or a session that will
 * carry jobs.
 */
public interface Preparation {
  /** The configuration with every path qualified. */
  ClientConfiguration configuration();

  /** The settings that the application's processes get. */
  default Settings settings() {
    return configuration().settings();
  }

  /** The number in the application: 1 for its only job, 0 for a session. */
  int number();

  /** Whether it is a session. */
  default boolean isSession() {
    return number() == 0;
  }

  /** The job file, with the job's id. */
  JobSpec spec(JobId id, String user, String clientVersion);

  /** The user's jars. */
  UserJars jars();

  /** The user's files and archives. */
  UserFiles files();

  /** The bytes of records that are read, over all epochs; 0 if that is not known. */
  long readBytes();

  /** The URIs of the data that is read. */
  List<String> inputs();

  /** The URIs of the data that is written. */
  List<String> outputs();
}
