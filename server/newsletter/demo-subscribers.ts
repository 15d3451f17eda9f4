import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** Every second customer is subscribed to the newsletter. */
export async function addDemoSubscribers(
  client: pg.ClientBase,
  customers: readonly { email: string }[],
): Promise<void> {
  for (const [index, { email }] of customers.entries()) {
    if (index % 2 === 1) continue;
    await client.query(
      `insert into newsletter_subscriptions (email, request_id, created_at, confirmed_at)
       values ($1, $2, now() - make_interval(days => $3), now() - make_interval(days => $3))
       on conflict (email) do nothing`,
      [email, randomUUID(), 3 + index * 4],
    );
  }
}
