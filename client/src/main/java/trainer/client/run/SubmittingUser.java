package trainer.client.run;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The submitting user. */
public final class SubmittingUser {
  private SubmittingUser() {}

  /** The short name of Hadoop's current user. */
  public static String user(Configuration hadoop) {
    UserGroupInformation.setConfiguration(hadoop);
    try {
      UserGroupInformation user = UserGroupInformation.getCurrentUser();
      if (UserGroupInformation.isSecurityEnabled() && !user.hasKerberosCredentials()) {
        throw new FailureException(
            FailureKind.NO_CREDENTIALS, "no Kerberos ticket", user.getUserName(), "run kinit");
      }
      return user.getShortUserName();
    } catch (IOException e) {
      throw new FailureException(
          new Failure(FailureKind.NO_CREDENTIALS, e.toString(), "", "run kinit"), e);
    }
  }
}
