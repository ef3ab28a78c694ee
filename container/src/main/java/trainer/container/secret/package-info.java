/** Access of a process to the secrets of its job. This package does not print or copy them. */
package trainer.container.secret;
