import { cloneDatabase } from '@aparajita/postgres/testing';
import { expect, test } from 'vitest';
import { addDemoSubscribers } from './demo-subscribers.ts';

test('every second customer of the demo is a confirmed subscriber, however often it is filled', async () => {
  const db = await cloneDatabase();
  const client = await db.owner.connect();
  const customers = ['a', 'b', 'c'].map((name) => ({ email: `${name}@demo.example` }));
  await addDemoSubscribers(client, customers);
  await addDemoSubscribers(client, customers);
  client.release();
  const { rows } = await db.owner.query(
    'select email from newsletter_subscriptions where confirmed_at < now() order by email',
  );
  await db.drop();
  expect(rows).toEqual([{ email: 'a@demo.example' }, { email: 'c@demo.example' }]);
});
