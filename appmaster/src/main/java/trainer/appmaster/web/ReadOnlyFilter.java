package trainer.appmaster.web;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.FilterContainer;
import org.apache.hadoop.http.FilterInitializer;
import trainer.journal.report.PageFiles;

/**
 * A filter that permits only reads of our own pages. Hadoop's web server brings further pages
 * (configuration, log levels, stacks, JMX). Some of them change state, and none of them is part of
 * this master's page.
 */
public final class ReadOnlyFilter implements Filter {
  private static final Set<String> METHODS = Set.of("GET", "HEAD");

  /** The paths of the services. */
  static final Set<String> PATHS =
      Set.of(
          WebServer.STATUS_PATH,
          WebServer.CHANGES_PATH,
          WebServer.MEMBERS_PATH,
          WebServer.LOGS_PATH,
          WebServer.THREADS_PATH,
          WebServer.CONFIGURATION_PATH,
          WebServer.METRICS_PATH,
          WebServer.DESCRIPTION_PATH);

  /** Puts the filter before every path of a Hadoop web server. */
  public static final class Initializer extends FilterInitializer {
    @Override
    public void initFilter(FilterContainer container, Configuration conf) {
      container.addGlobalFilter("read-only", ReadOnlyFilter.class.getName(), Map.of());
    }
  }

  @Override
  public void init(FilterConfig config) {}

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest asked = (HttpServletRequest) request;
    HttpServletResponse answer = (HttpServletResponse) response;
    answer.setHeader("Content-Security-Policy", PageFiles.CONTENT_POLICY);
    answer.setHeader("X-Content-Type-Options", "nosniff");
    answer.setHeader("Referrer-Policy", "no-referrer");
    answer.setHeader("Cache-Control", "no-store");
    if (!METHODS.contains(asked.getMethod())) {
      answer.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
    } else if (!isOurs(asked.getRequestURI())) {
      answer.sendError(HttpServletResponse.SC_NOT_FOUND);
    } else {
      chain.doFilter(request, response);
    }
  }

  private static boolean isOurs(String path) {
    return PATHS.contains(path) || PageFiles.has(path);
  }

  @Override
  public void destroy() {}
}
