import { readFile } from 'node:fs/promises';
import pg from 'pg';

/** Puts the opening products into an empty catalogue; a catalogue with products is the owner's and is left alone. */
export async function seedCatalogue(owner: pg.ClientConfig, file: string): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    // The lock waits for all who write and makes the next of them wait: no start of a shop with products takes it.
    if (await hasProducts(client)) return;
    await client.query('begin');
    await client.query('lock table products in share row exclusive mode'); // two processes starting at once
    if (!(await hasProducts(client))) await client.query(await readFile(file, 'utf8'));
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function hasProducts(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select from products limit 1');
  return rowCount === 1;
}
