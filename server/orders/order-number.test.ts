import { createHash } from 'node:crypto';
import { cloneDatabase } from '@aparajita/postgres/testing';
import { afterAll, expect, test } from 'vitest';

const db = await cloneDatabase();
afterAll(() => db.drop());

test('the shop’s key and the count of orders alone decide the number: whoever computes it gets no number twice', async () => {
  const {
    rows: [{ key }],
  } = await db.owner.query('select key from order_number_key');
  for (const count of [0, 1, 31, 32_768, 12_345_678, 2 ** 30 - 1]) {
    await db.owner.query(`select setval('order_number_sequence', $1, false)`, [count]);
    const { rows } = await db.owner.query('select generate_order_number() as number');
    expect(rows).toEqual([{ number: numberOf(key, count) }]);
  }
});

/** Four Feistel rounds over 2 × 15 bits, then six characters of Crockford's alphabet, the lowest five bits first. */
function numberOf(key: string, count: number): string {
  let high = count >> 15;
  let low = count & 32_767;
  for (let round = 1; round <= 4; round += 1) {
    const hash = createHash('md5').update(`${key}:${round}:${low}`).digest('hex');
    [high, low] = [low, high ^ (Number.parseInt(hash.slice(0, 4), 16) & 32_767)];
  }
  const mixed = (high << 15) | low;
  const code = Array.from(
    { length: 6 },
    (_, position) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[(mixed >> (5 * position)) & 31],
  ).join('');
  return `AP-${code.slice(0, 3)}-${code.slice(3)}`;
}
