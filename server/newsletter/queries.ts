import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';

/** For how long the link in a mail confirms. */
const TOKEN_LIFETIME = '7 days';

export function askForNewsletter(email: string, requestId: string, tokenHash: Buffer) {
  return sql`
    select ask_for_newsletter(${email}, ${requestId}::uuid, ${tokenHash}::bytea, ${TOKEN_LIFETIME}::interval)`.compile(
    tables,
  );
}

/** What a mail has to say: to whom, whether they are subscribed already, and the key that lets them leave. */
export type NewsletterRequest = { email: string; confirmed: boolean; leaving_key: string };

export function findRequest(requestId: string) {
  return sql<NewsletterRequest>`select * from newsletter_request(${requestId}::uuid)`.compile(
    tables,
  );
}

export function confirmSubscription(tokenHash: Buffer) {
  return sql<{ confirmed: boolean }>`
    select confirm_newsletter(${tokenHash}::bytea) as confirmed`.compile(tables);
}

export function endSubscription(leavingKey: string) {
  return sql`select leave_newsletter(${leavingKey}::uuid)`.compile(tables);
}
