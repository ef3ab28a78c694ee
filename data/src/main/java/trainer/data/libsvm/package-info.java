/**
 * libsvm text: {@code label index:value …}, one record a line; {@code #} begins a comment; blank
 * lines are left out. Start at {@link trainer.data.libsvm.LibsvmFormat}.
 */
package trainer.data.libsvm;
