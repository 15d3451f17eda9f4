import { retryDeadLetters } from '#server/jobs/boss.ts';
import { command, withOwnerClient } from './command.ts';

/** `npm run jobs:retry`: for when the cause of dead letters, such as a wrong setting, is fixed. */
await command(async (settings) => {
  console.log(`${await withOwnerClient(settings, retryDeadLetters)} jobs are tried again.`);
});
