import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';

/** How long the confirmation link is valid. */
const TOKEN_LIFETIME = '7 days';

export function requestSubscription(email: string, requestId: string, tokenHash: Buffer) {
  return sql`
    select ask_for_newsletter(${email}, ${requestId}::uuid, ${tokenHash}::bytea, ${TOKEN_LIFETIME}::interval)`.compile(
    tables,
  );
}

/** The data of an email; `confirmed`: the address is subscribed already; `leaving_key`: the unsubscribe token. */
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

export function endSubscription(unsubscribeToken: string) {
  return sql`select leave_newsletter(${unsubscribeToken}::uuid)`.compile(tables);
}
