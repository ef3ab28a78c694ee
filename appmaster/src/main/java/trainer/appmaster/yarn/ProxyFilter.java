package trainer.appmaster.yarn;

import org.apache.hadoop.yarn.server.webproxy.amfilter.AmFilterInitializer;

/** The filter that lets only YARN's web proxy reach a page of the master. */
public final class ProxyFilter {
  /** The class that installs the filter, for {@code hadoop.http.filter.initializers}. */
  public static final String INITIALIZER = AmFilterInitializer.class.getName();

  private ProxyFilter() {}
}
