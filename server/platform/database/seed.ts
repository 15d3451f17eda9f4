import { readFile } from 'node:fs/promises';
import pg from 'pg';

/** Puts the opening products into an empty catalogue; a catalogue with products is the owner's and is left alone. */
export async function seedCatalogue(owner: pg.ClientConfig, file: string): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('lock table products in share row exclusive mode'); // two processes starting at once
    const { rowCount } = await client.query('select from products limit 1');
    if (rowCount === 0) await client.query(await readFile(file, 'utf8'));
    await client.query('commit');
  } finally {
    await client.end();
  }
}
