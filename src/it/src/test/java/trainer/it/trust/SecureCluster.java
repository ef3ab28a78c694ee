package trainer.it.trust;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.kerby.kerberos.kerb.client.KrbClient;
import trainer.client.embedded.EmbeddedCluster;

/**
 * A KDC and Hadoop's daemons under Kerberos, in a process of their own: security is a setting of a
 * whole JVM. It ends when its standard input does.
 *
 * <p>In its folder are {@code conf/} for HADOOP_CONF_DIR, {@code krb5.conf} and, for each user, a
 * ticket cache {@code <user>.cache}. All daemons are one principal, since a JVM has one login.
 */
final class SecureCluster {
  static final String READY = "ready";

  /**
   * First on the class path of this process, and there before it starts: NodeManagers read it anew.
   */
  static final String CONF = "conf";

  private static final String REALM = "EXAMPLE.COM";
  private static final String DAEMONS = "hadoop/localhost";

  private SecureCluster() {}

  /** {@code <folder> <user>...}. */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    MiniKdc kdc = new MiniKdc(MiniKdc.createConf(), folder.toFile());
    kdc.start();
    Files.copy(kdc.getKrb5conf().toPath(), folder.resolve("krb5.conf"));
    File keytab = folder.resolve("daemons.keytab").toFile();
    kdc.createPrincipal(keytab, DAEMONS, "HTTP/localhost");
    for (int i = 1; i < args.length; i++) {
      ticket(kdc, folder, args[i]);
    }
    Configuration conf = new Configuration(false);
    settings(keytab.getPath()).forEach((key, value) -> conf.set((String) key, (String) value));
    // What a node has as /etc/krb5.conf.
    conf.set(
        "yarn.nodemanager.admin-env",
        "JAVA_TOOL_OPTIONS=-Djava.security.krb5.conf=" + folder.resolve("krb5.conf"));
    write(conf, Files.createDirectories(folder.resolve(CONF)));
    UserGroupInformation.setConfiguration(conf);
    UserGroupInformation.loginUserFromKeytab(DAEMONS + "@" + REALM, keytab.getPath());
    EmbeddedCluster cluster = EmbeddedCluster.start(new Configuration(), 1);
    write(cluster.configuration(), folder.resolve(CONF));
    System.out.println(READY);
    System.in.transferTo(OutputStream.nullOutputStream());
    cluster.close();
    Runtime.getRuntime().halt(0);
  }

  /** What {@code kinit} leaves. */
  private static void ticket(MiniKdc kdc, Path folder, String user) throws Exception {
    File keytab = folder.resolve(user + ".keytab").toFile();
    kdc.createPrincipal(keytab, user);
    KrbClient client = new KrbClient();
    client.setKdcHost(kdc.getHost());
    client.setKdcTcpPort(kdc.getPort());
    client.setAllowUdp(false);
    client.setKdcRealm(REALM);
    client.init();
    client.storeTicket(
        client.requestTgt(user + "@" + REALM, keytab), folder.resolve(user + ".cache").toFile());
  }

  private static Properties settings(String keytab) {
    String daemons = DAEMONS + "@" + REALM;
    Properties settings = new Properties();
    settings.putAll(
        Map.of(
            "hadoop.security.authentication", "kerberos",
            "hadoop.security.authorization", "true",
            "hadoop.security.auth_to_local",
                "RULE:[1:$1@$0](.*@" + REALM + ")s/@.*//\nRULE:[2:$1@$0](.*@" + REALM + ")s/@.*//",
            "yarn.acl.enable", "true",
            "yarn.admin.acl", "hadoop"));
    for (String daemon : new String[] {"dfs.namenode", "dfs.datanode"}) {
      settings.put(daemon + ".kerberos.principal", daemons);
      settings.put(daemon + ".keytab.file", keytab);
    }
    settings.put("dfs.web.authentication.kerberos.principal", "HTTP/localhost@" + REALM);
    settings.put("dfs.web.authentication.kerberos.keytab", keytab);
    settings.put("dfs.block.access.token.enable", "true");
    // Data is said under SASL, though the DataNode's web page has no certificate.
    settings.put("dfs.data.transfer.protection", "authentication");
    settings.put("ignore.secure.ports.for.testing", "true");
    for (String daemon : new String[] {"yarn.resourcemanager", "yarn.nodemanager"}) {
      settings.put(daemon + ".principal", daemons);
      settings.put(daemon + ".keytab", keytab);
    }
    return settings;
  }

  /** In every file that Hadoop reads, for each comes after the defaults of its own part. */
  private static void write(Configuration conf, Path folder) throws IOException {
    for (String part : new String[] {"core", "hdfs", "yarn"}) {
      try (OutputStream out = Files.newOutputStream(folder.resolve(part + "-site.xml"))) {
        conf.writeXml(out);
      }
    }
  }
}
