import { readFile } from 'node:fs/promises';
import { DEMO_OWNER } from '#server/demo/demo-owner.ts';
import { type DemoCustomer, fillDemo } from '#server/demo/orders/fill.ts';
import { OperatorError } from '#server/operator-errors.ts';
import { command, withOwnerClient } from './command.ts';

/** `npm run demo:orders`: sixty orders for the demo, so that its admin has something to show. */
await command(async (settings) => {
  if (!settings.demo)
    throw new OperatorError('This shop is no demo: it gets its orders from shoppers.');
  const customers: DemoCustomer[] = JSON.parse(await readFile('db/demo-customers.json', 'utf8'));
  await withOwnerClient(settings, async (client) => {
    const { rows } = await client.query<{ user_id: string }>(
      'select user_id from staff where email = $1',
      [DEMO_OWNER],
    );
    const [owner] = rows;
    if (!owner) {
      throw new OperatorError(
        `First open the admin as the demo's owner, once: ${settings.publicUrl}/dev/admin`,
      );
    }
    const filled = await fillDemo(client, customers, owner.user_id);
    console.log(`${filled} orders. Look at them: ${settings.publicUrl}/admin`);
  });
});
