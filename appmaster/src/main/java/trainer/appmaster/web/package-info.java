/**
 * The master's page and the same as JSON, behind YARN's proxy filter. The package only reads: views
 * are its sole input. Start with {@code WebServer}.
 */
package trainer.appmaster.web;
