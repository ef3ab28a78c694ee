/**
 * The master's page and its JSON twin, behind YARN's proxy filter. It only reads: views are its
 * input, and there is nothing else it can reach. Start with {@code WebServer}.
 */
package trainer.appmaster.web;
