import type pg from 'pg';

/** Something that happens to the demo, and when. */
export type DemoEvent = { at: Date; act: () => Promise<void> };

/** Makes the statements of this transaction act as an owner. */
export async function actAs(client: pg.ClientBase, staff: string): Promise<void> {
  await client.query(
    `select set_config('shop.staff_id', $1, true), set_config('shop.staff_role', 'owner', true)`,
    [staff],
  );
}

/**
 * Sets the time of all rows that were written since the last event. Until then they have the time at which the transaction
 * began, `now()`.
 */
export async function backdateRows(client: pg.ClientBase, at: Date): Promise<void> {
  for (const [table, column] of TIMESTAMP_COLUMNS)
    await client.query(`update ${table} set ${column} = $1 where ${column} = now()`, [at]);
}

const TIMESTAMP_COLUMNS = [
  ['order_events', 'at'],
  ['audit_log', 'at'],
  ['stock_movements', 'at'],
  ['manual_refunds', 'created_at'],
  ['cod_remittances', 'posted_at'],
  ['shipments', 'handed_over_at'],
  ['orders', 'confirmed_at'],
  ['orders', 'packed_at'],
  ['orders', 'shipped_at'],
  ['orders', 'delivered_at'],
  ['orders', 'closed_at'],
];
