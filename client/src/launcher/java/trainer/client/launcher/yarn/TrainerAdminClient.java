package trainer.client.launcher.yarn;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.yarn.client.api.AppAdminClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * Trainer's part of {@code yarn app -appTypes trainer}: {@code -status}, {@code -stop} and {@code
 * -flex} do what {@code trainer status}, {@code stop} and {@code scale} do. YARN's other actions
 * print the command to use instead. A job is named by its job id, or by a name that no other job
 * has: for an application id, {@code yarn app} passes the application's name.
 */
public final class TrainerAdminClient extends AppAdminClient {
  private static final int BAD_FLAGS = 2;

  @Override
  public String getStatusString(String name) throws YarnException {
    Map.Entry<Integer, String> answer = run("status", name);
    if (answer.getKey() != 0) {
      throw new YarnException(answer.getValue());
    }
    return answer.getValue();
  }

  @Override
  public int actionStop(String name) {
    return print(run("stop", name));
  }

  /** Scales each component in turn, up to the first that is refused. */
  @Override
  public int actionFlex(String name, Map<String, String> counts) {
    for (Map.Entry<String, String> count : new TreeMap<String, String>(counts).entrySet()) {
      int code = print(run("flex", name, count.getKey(), count.getValue()));
      if (code != 0) {
        return code;
      }
    }
    return 0;
  }

  @Override
  public int actionLaunch(String file, String name, Long lifetime, String queue) {
    return refuse("-launch", "submit a job with trainer submit --input URI --output URI");
  }

  @Override
  public int actionStart(String name) {
    return refuse("-start", "go on with a job that has ended by trainer submit --resume ID");
  }

  @Override
  public int actionSave(String file, String name, Long lifetime, String queue) {
    return refuse("-save", "submit a job with trainer submit -conf FILE");
  }

  @Override
  public int actionDestroy(String name) {
    return refuse(
        "-destroy", "end a job with trainer kill ID, delete its folder with trainer jobs clean");
  }

  @Override
  public int enableFastLaunch(String destination) {
    return refuse("-enableFastLaunch", "trainer submit keeps its jars in HDFS by itself");
  }

  @Override
  public int initiateUpgrade(String name, String file, boolean autoFinalize) {
    return upgrade();
  }

  @Override
  public int actionUpgradeInstances(String name, List<String> instances) {
    return upgrade();
  }

  @Override
  public int actionUpgradeComponents(String name, List<String> components) {
    return upgrade();
  }

  @Override
  public int actionUpgradeExpress(String name, File file) {
    return upgrade();
  }

  @Override
  public int actionCancelUpgrade(String name) {
    return upgrade();
  }

  @Override
  public int actionCleanUp(String name, String user) {
    return refuse("cleanup", "end a job with trainer kill ID");
  }

  @Override
  public String getInstances(
      String name, List<String> components, String version, List<String> states)
      throws YarnException {
    throw new YarnException(
        refusal("-list", "see a job's processes with trainer status ID --json"));
  }

  @Override
  public int actionDecommissionInstances(String name, List<String> instances) {
    return refuse("-decommission", "take workers away with trainer scale ID --workers N");
  }

  private static int upgrade() {
    return refuse(
        "-upgrade", "stop a job with trainer stop ID, then go on with trainer submit --resume ID");
  }

  private static int refuse(String action, String advice) {
    System.err.println(refusal(action, advice));
    return BAD_FLAGS;
  }

  private static String refusal(String action, String advice) {
    return "ERROR BAD_FLAGS: Trainer's jobs have no such action — yarn app "
        + action
        + " — "
        + advice;
  }

  private static int print(Map.Entry<Integer, String> answer) {
    (answer.getKey() == 0 ? System.out : System.err).println(answer.getValue());
    return answer.getKey();
  }

  private Map.Entry<Integer, String> run(String... words) {
    try {
      return new ClientCommands(getConfig()).apply(new ArrayList<String>(Arrays.asList(words)));
    } catch (IOException e) {
      return ClientCommands.failed(e);
    }
  }
}
