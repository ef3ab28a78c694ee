package trainer.appmaster.web;

import java.io.IOException;
import java.util.Map;
import java.util.function.Predicate;
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

/**
 * A filter that serves only users with the right to view the application. The filter before it
 * establishes the user.
 */
public final class ViewersFilter implements Filter {
  static final String VIEWERS = "trainer.viewers";

  /** Puts the filter before every path of a Hadoop web server. */
  public static final class Initializer extends FilterInitializer {
    @Override
    public void initFilter(FilterContainer container, Configuration conf) {
      container.addGlobalFilter("viewers", ViewersFilter.class.getName(), Map.of());
    }
  }

  @Override
  public void init(FilterConfig config) {}

  @Override
  @SuppressWarnings("unchecked")
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String user = ((HttpServletRequest) request).getRemoteUser();
    Object viewers = request.getServletContext().getAttribute(VIEWERS);
    if (((Predicate<String>) viewers).test(user)) {
      chain.doFilter(request, response);
    } else {
      ((HttpServletResponse) response)
          .sendError(
              HttpServletResponse.SC_FORBIDDEN,
              (user == null ? "an unknown user" : user) + " may not view this application");
    }
  }

  @Override
  public void destroy() {}
}
