package trainer.master.pool;

import trainer.core.id.Term;
import trainer.master.job.api.ProcessesView;

/** The names of services: the container, the term of the master that ordered it, and a number. */
final class ServiceName {
  private static final char MARK = ProcessesView.Container.SERVICE_MARK;

  private ServiceName() {}

  static String of(String container, Term term, long number) {
    return container + MARK + term.number() + "-" + number;
  }

  /** Whether a master before this term has ordered it. */
  static boolean isBefore(String service, Term term) {
    int mark = service.indexOf(MARK);
    int end = service.indexOf('-', mark);
    return mark >= 0 && Long.parseLong(service.substring(mark + 1, end)) < term.number();
  }

  /** The container of a service; the whole name if it is none. */
  static String container(String service) {
    int mark = service.indexOf(MARK);
    return mark < 0 ? service : service.substring(0, mark);
  }
}
