import { createHash } from 'node:crypto';
import type pg from 'pg';
import { DAY_MS } from '#domain/day.ts';
import type { DemoEvent } from './demo-events.ts';

/** So many days ago the couriers paid what they had collected until then. */
const PAID_DAYS_AGO = [40, 12];

/** The couriers pay; the first one's older list has one amount too small. */
export async function remittanceEvents(client: pg.ClientBase, now: Date): Promise<DemoEvent[]> {
  const { rows } = await client.query<{ id: string }>(
    'select id from couriers where active order by name limit 4',
  );
  return PAID_DAYS_AGO.flatMap((days) =>
    rows.map(({ id }, index): DemoEvent => {
      const at = new Date(now.getTime() - days * DAY_MS + index * 60_000);
      const reference = `UTR${at.toISOString().slice(0, 10).replaceAll('-', '')}${index + 1}`;
      const short = days === PAID_DAYS_AGO[0] && index === 0 ? 100 : 0;
      return { at, act: () => post(client, id, reference, short) };
    }),
  );
}

async function post(
  client: pg.ClientBase,
  courier: string,
  reference: string,
  short: number,
): Promise<void> {
  const { rows: lines } = await client.query<{ tracking_number: string; amount: number }>(OWED, [
    courier,
  ]);
  const [first] = lines;
  if (!first) return;
  first.amount -= short;
  const listed = JSON.stringify(lines.map((line, index) => ({ line: index + 1, ...line })));
  const hash = createHash('sha256').update(reference).digest();
  const { rows } = await client.query<{ outcome: string }>(POST, [
    courier,
    reference,
    hash,
    listed,
  ]);
  if (rows[0]?.outcome !== 'done') throw new Error(`${reference}: ${rows[0]?.outcome}`);
}

const OWED = `
  select tracking_number, cash.amount::float8 as amount
  from shipments join cod_collections cash using (order_id)
  where courier = $1 and shipments.state <> 'taken_back' and cash.state = 'due' order by handed_over_at, order_id`;

const POST = `
  select posted.outcome from (
    select remittance_fingerprint(array_agg(remittance_part(order_id, amount, pile))) as seen
    from match_remittance($1, $4, $3)
  ) preview, post_remittance($1, $2, $3, $4, preview.seen) posted`;
