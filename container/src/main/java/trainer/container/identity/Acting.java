package trainer.container.identity;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;

/** Makes this process act as the submitting user, independent of its operating system user. */
public final class Acting {
  private Acting() {}

  /**
   * Makes every later file access of this process run as {@code user}, with the process's tokens.
   */
  public static void as(String user, Configuration hadoop) throws IOException {
    SecurityUtil.setConfiguration(hadoop);
    UserGroupInformation.setConfiguration(hadoop);
    UserGroupInformation process = UserGroupInformation.getLoginUser();
    if (process.getShortUserName().equals(user)) {
      return;
    }
    UserGroupInformation submitter = UserGroupInformation.createRemoteUser(user);
    submitter.addCredentials(process.getCredentials());
    UserGroupInformation.setLoginUser(submitter);
  }
}
