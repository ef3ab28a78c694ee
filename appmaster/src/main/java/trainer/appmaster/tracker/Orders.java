package trainer.appmaster.tracker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import trainer.core.input.BlockIndex;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;

/**
 * The open mini-batches and who computes which share. A share keeps its key and its blocks as long
 * as its line lives; losing a worker only changes the holder.
 */
final class Orders {
  private final Context context;
  private final Members members;
  private final Suspects suspects;
  private final BlockIndex index;
  private final Composition composition;
  private final Course course;
  private final Cutter cutter;
  private final Pace pace = new Pace();
  private final NavigableMap<Long, List<Share>> open = new TreeMap<>();

  Orders(Context context, Members members, Suspects suspects, BlockIndex index) {
    this.context = context;
    this.members = members;
    this.suspects = suspects;
    this.index = index;
    int minibatchBlocks =
        Composition.blocksOfAMinibatch(context.plan().minibatchBlocks(), index.size());
    this.composition = new Composition(context.plan().seed(), index.size(), minibatchBlocks);
    this.course = new Course(context.spec().model().phases(), composition.perEpoch());
    this.cutter =
        new Cutter(
            index.size(),
            number -> {
              long records = index.block(number).records();
              return records >= 0 ? records : index.block(number).length();
            });
  }

  Course course() {
    return course;
  }

  boolean isOpen(long version) {
    return open.containsKey(version);
  }

  /** The newest open version, or 0. */
  long newest() {
    return open.isEmpty() ? 0 : open.lastKey();
  }

  /** Opens a version: cuts a mini-batch over the live workers, of which there is at least one. */
  void open(long version) {
    if (course.isUpdate(version)) {
      open.put(version, List.of());
      return;
    }
    List<Member> workers = members.live(Role.WORKER);
    int[] blocks = composition.blocks(course.minibatch(version));
    int[] suspected = Arrays.stream(blocks).filter(suspects::contains).toArray();
    int[] rest = Arrays.stream(blocks).filter(block -> !suspects.contains(block)).toArray();
    List<Share> shares = new ArrayList<>();
    List<int[]> cut =
        cutter.cut(
            rest,
            workers.stream().map(Member::index).toList(),
            pace.weights(workers.stream().map(Member::incarnation).toList()));
    for (int i = 0; i < cut.size(); i++) {
      if (cut.get(i).length > 0) {
        Share share = new Share(version, shares.size(), cut.get(i), false);
        share.give(workers.get(i).incarnation());
        shares.add(share);
      }
    }
    for (int block : suspected) {
      shares.add(new Share(version, shares.size(), new int[] {block}, true));
    }
    open.put(version, shares);
    shares.stream().filter(share -> !share.isReturned()).forEach(this::order);
  }

  /** Finds a worker for every returned share, oldest version first. */
  void handOut() {
    for (List<Share> shares : open.values()) {
      for (Share share : shares) {
        if (share.isReturned()) {
          leastLoaded(share)
              .ifPresent(
                  worker -> {
                    share.give(worker.incarnation());
                    order(share);
                  });
        }
      }
    }
  }

  private Optional<Member> leastLoaded(Share share) {
    return members.live(Role.WORKER).stream()
        .filter(worker -> mayCompute(worker, share))
        .min(Comparator.comparingInt(worker -> held(worker).size()));
  }

  private boolean mayCompute(Member worker, Share share) {
    List<Share> held = held(worker);
    return !share.hasFailedOn(worker.incarnation())
        && held.stream().noneMatch(Share::isAlone)
        && (!share.isAlone() || held.isEmpty());
  }

  /** Whether a live worker exists on which this share has not failed. */
  boolean canBeTriedElsewhere(Share share) {
    return members.live(Role.WORKER).stream()
        .anyMatch(worker -> !share.hasFailedOn(worker.incarnation()));
  }

  private void order(Share share) {
    context.send(
        share.holder(),
        new ToMember.Order(
            context.term(),
            context.history().line(),
            share.version(),
            course.phase(share.version()),
            share.number(),
            open.get(share.version()).size(),
            composition.minibatchBlocks(),
            index.group(share.blocks()),
            open.firstKey() - 1));
  }

  /** Repeats every order a worker still holds, oldest first. */
  void repeat(Member worker) {
    held(worker).forEach(this::order);
  }

  /** The undone shares a worker holds, oldest version first. */
  List<Share> held(Member worker) {
    List<Share> held = new ArrayList<>();
    for (List<Share> shares : open.values()) {
      for (Share share : shares) {
        if (share.isHeldBy(worker.incarnation())) {
          held.add(share);
        }
      }
    }
    return held;
  }

  /** A worker is gone: what it held is to be given to others. */
  void takeBack(Member worker) {
    held(worker).forEach(Share::takeBack);
    pace.forget(worker.incarnation());
    cutter.forget(worker.index());
  }

  /** Whether shares wait for a worker. */
  boolean isAnyReturned() {
    return open.values().stream().flatMap(List::stream).anyMatch(Share::isReturned);
  }

  /** The share of that key, if it is open. */
  Optional<Share> find(long line, long version, int number) {
    List<Share> shares = open.get(version);
    boolean known =
        line == context.history().line() && shares != null && number >= 0 && number < shares.size();
    return known ? Optional.of(shares.get(number)) : Optional.empty();
  }

  /** A worker says that every copy has its share. */
  void done(Member worker, FromMember.ShareDone message) {
    Optional<Share> open = find(message.line(), message.version(), message.share());
    if (open.isPresent() && open.get().isDone()) {
      return; // said twice, for its order was repeated
    }
    pace.measured(worker.incarnation(), message.records(), message.nanos());
    worker.done(message.records());
    open.ifPresent(
        share -> {
          share.done();
          suspects.acquit(share.blocks());
        });
  }

  /** A version is committed: nothing of it is to be done any more. */
  void close(long version) {
    open.remove(version).forEach(share -> suspects.acquit(share.blocks()));
  }

  /** A new line: everything open is void. */
  void drop() {
    open.clear();
  }
}
