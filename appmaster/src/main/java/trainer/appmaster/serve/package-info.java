/**
 * The master's side of its connections: sessions of members ({@code MemberSessions}) and commands
 * of users ({@code Commands}). Event loops call in. Everything is handed to the mailbox or answered
 * from a view.
 */
package trainer.appmaster.serve;
