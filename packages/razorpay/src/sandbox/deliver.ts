import { createHmac } from 'node:crypto';
import type pg from 'pg';

/** Razorpay waits five seconds for a webhook's response, and retries with growing delays for a day. */
const TIMEOUT_MS = 5_000;
const MAX_ATTEMPTS = 12;

type WebhookTarget = { url: string; secret: string; backoffMs: number };

/** Sends the events that are due, each signed over its raw body; returns how many. */
export async function deliverDue(pool: pg.Pool, to: WebhookTarget): Promise<number> {
  const due = await pool.query<{ id: string; event_id: string; body: string; attempts: number }>(
    `update sandbox_gateway.deliveries d
     set attempts = attempts + 1, next_at = now() + interval '10 seconds'
     where id in (
       select id from sandbox_gateway.deliveries where next_at <= now() and attempts < $1
       order by next_at limit 20 for update skip locked
     )
     returning id, event_id, body, attempts`,
    [MAX_ATTEMPTS],
  );
  await Promise.all(
    due.rows.map(async ({ id, event_id, body, attempts }) => {
      const delivered = await send(to, event_id, body);
      const wait = delivered ? null : (to.backoffMs / 1000) * 2 ** attempts;
      await pool.query(
        'update sandbox_gateway.deliveries set next_at = now() + make_interval(secs => $2) where id = $1',
        [id, wait],
      );
    }),
  );
  return due.rows.length;
}

async function send(
  { url, secret }: WebhookTarget,
  eventId: string,
  body: string,
): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-razorpay-event-id': eventId,
        'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
