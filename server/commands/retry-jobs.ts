import pg from 'pg';
import { retryGivenUp } from '#server/jobs/dead-letters.ts';
import { asOwner, command } from './command.ts';

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
