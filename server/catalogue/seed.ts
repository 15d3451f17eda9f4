import { readFile } from 'node:fs/promises';
import { withLockTimeout } from '@aparajita/postgres/lock-timeout';
import { inTransaction } from '@aparajita/postgres/with-client';
import type pg from 'pg';

/** Inserts the initial products into an empty catalogue; does nothing if there are products, which are the owner's. */
export async function seedCatalogue(owner: pg.ClientConfig, file: string): Promise<void> {
  await withLockTimeout(owner, { purpose: 'first products' }, async (client) => {
    // The lock waits for all writers and blocks later ones, so a start with existing products must not take it.
    if (await hasProducts(client)) return;
    await inTransaction(client, async () => {
      await client.query('lock table products in share row exclusive mode'); // two processes may start at once
      if (!(await hasProducts(client))) await client.query(await readFile(file, 'utf8'));
    });
  });
}

async function hasProducts(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select from products limit 1');
  return rowCount === 1;
}
