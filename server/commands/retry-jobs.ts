import { retryDeadLetters } from '#server/jobs/dead-letters.ts';
import { command, withOwner } from './command.ts';

/** `npm run jobs:retry`: for when the cause of dead letters, such as a wrong setting, is fixed. */
await command(async (settings) => {
  console.log(`${await withOwner(settings, retryDeadLetters)} jobs are tried again.`);
});
