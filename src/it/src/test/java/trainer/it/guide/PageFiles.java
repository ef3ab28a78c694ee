package trainer.it.guide;

import java.io.IOException;

/** The files that a page takes for granted, and those that its commands write. */
interface PageFiles {
  /** Makes what a command names, if it is not there and the page has not made it. */
  void provide(String name) throws IOException, InterruptedException;

  /** Deletes an output, if it is there. */
  void delete(String output) throws IOException;
}
