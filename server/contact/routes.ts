import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { ContactMessage, contactEndpoints } from '#contract/contact.ts';
import { CONTACT_PATH, MESSAGE_SENT_PATH } from '#contract/page-paths.ts';
import type { Database } from '#server/database/database.ts';
import { statement } from '#server/database/tables.ts';
import { formHandler } from '#server/http/form-handler.ts';
import type { GuestClient, GuestLimits } from '#server/http/guest-limits.ts';
import { limitSmallBody } from '#server/http/request-limits.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';

type Services = { contact: ContactService; clientOf: GuestLimits['clientOf'] };

export function contactRoutes({ contact, clientOf }: Services, authenticate: Authenticate) {
  return serveEndpoints(contactEndpoints, authenticate, {
    'POST /contact-messages': ({ body }, c) => contact.sendMessage(body, clientOf(c)),
  });
}

/** The contact page's form for browsers without JavaScript. */
export function contactForm({ contact, clientOf }: Services, publicUrl: string) {
  const app = new Hono();
  app.post(
    CONTACT_PATH,
    limitSmallBody,
    formHandler(
      publicUrl,
      ContactMessage,
      (message, c) => contact.sendMessage(message, clientOf(c)),
      MESSAGE_SENT_PATH,
    ),
  );
  return app;
}

export type ContactService = ReturnType<typeof openContactService>;

/**
 * Takes messages from guests. Above each rate limit a message needs a proof of work, but nobody is blocked: otherwise
 * one machine could use up the limit of its network, of a writer whose address it types, or of everybody.
 */
export function openContactService(deps: { database: Database; jobs: Jobs; limits: GuestLimits }) {
  const { database, jobs, limits } = deps;
  const byNetwork = limits.limit('contact network', { points: 20, seconds: 3600 });
  const byWriter = limits.limit('contact writer', { points: 5, seconds: 3600 });
  // Lower than the shop-wide limit, so one network cannot exhaust it.
  const bySite = limits.limit('contact site', { points: 60, seconds: 24 * 3600 });
  const overall = limits.limit('contact in all', { points: 200, seconds: 24 * 3600 });

  return {
    /**
     * Stores a message and queues its email to the shop, both or neither. Throws `proof_of_work_required`. Silently
     * discards a message with the honeypot filled in.
     */
    async sendMessage(message: ContactMessage, client: GuestClient): Promise<void> {
      if (message.website) return;
      const counts = [
        byWriter(message.email.toLowerCase()),
        byNetwork(client.network),
        bySite(client.site),
        overall(''),
      ];
      await limits.count('contact', counts, client);
      const id = randomUUID();
      await database.transactAsGuest(async (tx) => {
        await tx.rows(insertMessage({ ...message, id }));
        await jobs.send(tx.withCommit, 'contact-message', { message_id: id });
      });
    },
  };
}

type Written = Pick<ContactMessage, 'name' | 'email' | 'subject' | 'message'>;

/** A message as it is stored; `ticket` is the number that the shop's answer names. */
export type StoredMessage = Written & { id: string; ticket: string };

export function insertMessage({ id, name, email, subject, message }: Written & { id: string }) {
  return statement`
    insert into contact_messages (id, name, email, subject, message)
    values (${id}, ${name}, ${email}, ${subject}, ${message})`;
}

/** The message that a job is about. */
export function findMessage(id: string) {
  return statement<StoredMessage>`
    select id, ticket, name, email, subject, message from contact_messages where id = ${id}`;
}

/** An answer of the staff, with the message that it answers. */
export type StoredAnswer = StoredMessage & { text: string };

export function findAnswer(id: string) {
  return statement<StoredAnswer>`
    select entry.id, ticket, name, email, subject, message, entry.text
    from message_entries entry join contact_messages asked on asked.id = entry.message_id
    where entry.id = ${id} and entry.kind = 'answer'`;
}
