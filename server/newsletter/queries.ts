import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';

/** How long the confirmation link is valid. */
const TOKEN_LIFETIME = '7 days';

export function requestSubscription(email: string, requestId: string, tokenHash: Buffer) {
  return sql`
    select request_newsletter_subscription(${email}, ${requestId}::uuid, ${tokenHash}::bytea, ${TOKEN_LIFETIME}::interval)`.compile(
    tables,
  );
}

/** The data of an email; `confirmed`: the address is subscribed already. */
export type NewsletterRequest = { email: string; confirmed: boolean; unsubscribe_token: string };

export function findRequest(requestId: string) {
  return sql<NewsletterRequest>`select * from find_newsletter_request(${requestId}::uuid)`.compile(
    tables,
  );
}

export function confirmSubscription(tokenHash: Buffer) {
  return sql<{ confirmed: boolean }>`
    select confirm_newsletter_subscription(${tokenHash}::bytea) as confirmed`.compile(tables);
}

export function endSubscription(unsubscribeToken: string) {
  return sql`select unsubscribe_from_newsletter(${unsubscribeToken}::uuid)`.compile(tables);
}
