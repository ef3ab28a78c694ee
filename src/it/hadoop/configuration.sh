# Sourced by bin/cluster: the configuration of its daemons, in $CLUSTER/conf for all and for clients,
# in $CLUSTER/conf-nmN (or -rm, -rm2) for one daemon. Each value that is not Hadoop's default says why.

property() { # name value
  printf '  <property><name>%s</name><value>%s</value></property>\n' "$1" "$2"
}

# CLUSTER_PROPERTIES="name=value ..." goes into the file its prefix belongs to, last, and so wins.
asked_for() { # yarn | capacity | dfs | other
  local pair prefix
  for pair in ${CLUSTER_PROPERTIES:-}; do
    case $pair in yarn.scheduler.capacity.*) prefix=capacity ;; yarn.*) prefix=yarn ;; dfs.*) prefix=dfs ;; *) prefix=other ;; esac
    [ "$prefix" != "$1" ] || property "${pair%%=*}" "${pair#*=}"
  done
}

site() { # file function arguments
  local file=$1
  shift
  { echo '<?xml version="1.0"?>'; echo '<configuration>'; "$@"; echo '</configuration>'; } >"$file"
}

core_site() {
  property fs.defaultFS "hdfs://$master:8020"
  property hadoop.tmp.dir "$CLUSTER/data/tmp"
  # How soon NodeManagers and masters find a ResourceManager that was started again; default 1000.
  property ipc.client.connect.retry.interval 200
  property ipc.client.connect.max.retries 50
  asked_for other
}

hdfs_site() {
  property dfs.namenode.rpc-address "$master:8020"
  property dfs.namenode.http-address "$master:9870"
  property dfs.namenode.name.dir "file://$CLUSTER/data/nn"
  property dfs.datanode.data.dir "file://$CLUSTER/data/dn"
  property dfs.datanode.address "$master:9866"
  property dfs.datanode.http.address "$master:9864"
  property dfs.datanode.ipc.address "$master:9867"
  property dfs.replication 1
  # A DataNode refuses blocks without room for a few, a NameNode writes below 100 MB: small disks.
  property dfs.blocksize 16m
  property dfs.namenode.resource.du.reserved 1048576
  property dfs.namenode.safemode.extension 0
  property dfs.heartbeat.interval 1
  # The NameNode takes the DataNode's address from its connection, which on the loopback is 127.0.0.1.
  property dfs.datanode.hostname "$master"
  property dfs.client.use.datanode.hostname true
  property dfs.namenode.datanode.registration.ip-hostname-check false
  asked_for dfs
}

resource_manager() { # its name behind each key, or nothing; its host
  local port
  for port in address:8032 scheduler.address:8030 resource-tracker.address:8031 admin.address:8033 \
      webapp.address:8088; do
    property "yarn.resourcemanager.${port%:*}$1" "$2:${port#*:}"
  done
  property "yarn.resourcemanager.hostname$1" "$2"
}

resource_managers() { # whose configuration: 0, nmN or one of them
  local name=org.apache.hadoop.yarn.server.resourcemanager.recovery
  if also rm2; then
    property yarn.resourcemanager.ha.enabled true
    property yarn.resourcemanager.ha.rm-ids rm,rm2
    property yarn.resourcemanager.cluster-id trainer
    case $1 in rm*) property yarn.resourcemanager.ha.id "$1" ;; esac
    resource_manager .rm "$master"
    resource_manager .rm2 "$(host_of rm2)"
    property yarn.resourcemanager.store.class "$name.ZKRMStateStore"
    # The election wants the one, the store the other.
    property yarn.resourcemanager.zk-address "$master:2181"
    property hadoop.zk.address "$master:2181"
    property yarn.client.failover-sleep-base-ms 200
    property yarn.client.failover-sleep-max-ms 1000
  else
    resource_manager "" "$master"
    property yarn.resourcemanager.store.class "$name.FileSystemRMStateStore"
    property yarn.resourcemanager.fs.state-store.uri "file://$CLUSTER/data/rm"
  fi
}

yarn_site() { # whose: nmN, rm or rm2, or 0 for all others
  resource_managers "$1"
  property yarn.scheduler.minimum-allocation-mb 64
  property yarn.resourcemanager.am.max-attempts 20
  # A master that says nothing is dead after 15 s, a node after 10; the defaults are 15 and 10 minutes.
  property yarn.am.liveness-monitor.expiry-interval-ms 15000
  property yarn.nm.liveness-monitor.expiry-interval-ms 10000
  property yarn.resourcemanager.nodemanagers.heartbeat-interval-ms 200
  # A ResourceManager that was killed takes up its applications again.
  property yarn.resourcemanager.recovery.enabled true
  property yarn.resourcemanager.work-preserving-recovery.scheduling-wait-ms 1000
  property yarn.resourcemanager.connect.retry-interval.ms 500
  property yarn.client.nodemanager-connect.max-wait-ms 20000
  property yarn.client.nodemanager-connect.retry-interval-ms 500
  # Nodes that are decommissioned; none at first.
  property yarn.resourcemanager.nodes.exclude-path "$CLUSTER/conf/exclude"
  # So does a NodeManager, whose containers outlive it.
  property yarn.nodemanager.recovery.enabled true
  property yarn.nodemanager.recovery.supervised true
  property yarn.nodemanager.resourcemanager.connect.max-wait.ms -1
  property yarn.application.classpath "\$HADOOP_CONF_DIR,$CLUSTER_JARS/*"
  property yarn.nodemanager.env-whitelist JAVA_HOME,HADOOP_CONF_DIR,LANG,TZ,PATH
  property yarn.log-aggregation-enable true
  property yarn.nodemanager.remote-app-log-dir /yarn-logs
  # A full disk of the developer's is no reason for an unhealthy node.
  property yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage 100
  property yarn.nodemanager.disk-health-checker.min-free-space-per-disk-mb 0
  property yarn.nodemanager.resource.memory-mb "$CLUSTER_NODE_MB"
  property yarn.nodemanager.resource.cpu-vcores 8
  case $1 in nm*) node_manager "$1" ;; esac
  asked_for yarn
}

node_manager() { # name
  property yarn.nodemanager.hostname "$(host_of "$1")"
  property yarn.nodemanager.bind-host "$(host_of "$1")"
  property yarn.nodemanager.address "$(host_of "$1"):8041"
  property yarn.nodemanager.localizer.address "$(host_of "$1"):8040"
  property yarn.nodemanager.webapp.address "$(host_of "$1"):8042"
  property yarn.nodemanager.collector-service.address "$(host_of "$1"):8048"
  property yarn.nodemanager.local-dirs "$CLUSTER/data/$1/local"
  property yarn.nodemanager.log-dirs "$CLUSTER/data/$1/logs"
  property yarn.nodemanager.recovery.dir "$CLUSTER/data/$1/recovery"
}

capacity_scheduler() {
  property yarn.scheduler.capacity.root.queues default
  property yarn.scheduler.capacity.root.default.capacity 100
  # With the default, a tenth, a second master would wait for ever on nodes as small as these.
  property yarn.scheduler.capacity.maximum-am-resource-percent 1.0
  name=org.apache.hadoop.yarn.util.resource.DominantResourceCalculator
  property yarn.scheduler.capacity.resource-calculator "$name"
  asked_for capacity
}

configure_one() { # folder, and whose it is
  mkdir -p "$1"
  site "$1/core-site.xml" core_site
  site "$1/hdfs-site.xml" hdfs_site
  site "$1/yarn-site.xml" yarn_site "$2"
  site "$1/capacity-scheduler.xml" capacity_scheduler
  cat >"$1/log4j.properties" <<'END'
log4j.rootLogger=INFO,console
log4j.appender.console=org.apache.log4j.ConsoleAppender
log4j.appender.console.target=System.err
log4j.appender.console.layout=org.apache.log4j.PatternLayout
log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{2}: %m%n
END
}

configure() {
  local page name
  mkdir -p "$CLUSTER"/{pids,logs,data}
  configure_one "$CLUSTER/conf" 0
  for name in $(daemons); do
    case $name in
      nm*) configure_one "$CLUSTER/conf-$name" "$name" ;;
      rm*) ! also rm2 || configure_one "$CLUSTER/conf-$name" "$name" ;;
    esac
  done
  : >"$CLUSTER/conf/exclude"
  printf '%s\n' "dataDir=$CLUSTER/data/zk" "clientPortAddress=$master" clientPort=2181 tickTime=2000 \
    admin.enableServer=false 4lw.commands.whitelist=srvr >"$CLUSTER/conf/zoo.cfg"
  # NameNode and DataNode want these folders on the class path, and the jar on Maven Central has none.
  for page in hdfs datanode; do
    mkdir -p "$CLUSTER/pages/webapps/$page/WEB-INF" "$CLUSTER/pages/webapps/static"
    echo '<web-app xmlns="http://xmlns.jcp.org/xml/ns/javaee" version="3.1"/>' \
      >"$CLUSTER/pages/webapps/$page/WEB-INF/web.xml"
  done
}
