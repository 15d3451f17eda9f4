import pg from 'pg';
import { asOwner, command } from '../platform/database/owner.ts';
import { retryGivenUp } from './given-up.ts';

/** `npm run jobs:retry`: for when the reason that jobs were given up, say a wrong setting, is gone. */
await command((settings) =>
  asOwner(settings, async (owner) => {
    const client = new pg.Client(owner);
    await client.connect();
    try {
      console.log(`${await retryGivenUp(client)} jobs are tried again.`);
    } finally {
      await client.end();
    }
  }),
);
