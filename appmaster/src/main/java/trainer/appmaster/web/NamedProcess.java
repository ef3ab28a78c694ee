package trainer.appmaster.web;

import java.util.Comparator;
import java.util.Optional;
import trainer.core.job.Role;
import trainer.master.job.api.ProcessesView;

/**
 * The process that a request is about. Its name is a container's id, or its role and index, such as
 * {@code worker 17}: the newest one of them.
 */
final class NamedProcess {
  private NamedProcess() {}

  static Optional<ProcessesView.Member> member(ProcessesView view, String name) {
    return view.members().stream()
        .filter(one -> isNamed(one.role(), one.index(), one.instance().containerId(), name))
        .max(Comparator.comparing(one -> one.instance().incarnation().number()));
  }

  static Optional<ProcessesView.Container> container(ProcessesView view, String name) {
    return view.containers().stream()
        .filter(one -> isNamed(one.role(), one.index(), one.containerId(), name))
        .max(Comparator.comparing(one -> one.life().requestedAt()));
  }

  private static boolean isNamed(Role role, int index, String container, String name) {
    return name.equals(container) || name.equals(role.word() + " " + index);
  }
}
