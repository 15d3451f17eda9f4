import pg from 'pg';
import { retryDeadLetters } from '#server/jobs/dead-letters.ts';
import { asOwner, command } from './command.ts';

/** `npm run jobs:retry`: for when the cause of dead letters, such as a wrong setting, is fixed. */
await command((settings) =>
  asOwner(settings, async (owner) => {
    const client = new pg.Client(owner);
    await client.connect();
    try {
      console.log(`${await retryDeadLetters(client)} jobs are tried again.`);
    } finally {
      await client.end();
    }
  }),
);
