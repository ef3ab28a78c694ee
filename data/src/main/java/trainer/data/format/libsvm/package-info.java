/**
 * libsvm text: {@code label index:value …}, one record per line. {@code #} begins a comment, and
 * blank lines are skipped. Start at {@link trainer.data.format.libsvm.LibsvmFormat}.
 */
package trainer.data.format.libsvm;
