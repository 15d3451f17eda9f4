import { restoreBackup } from '@aparajita/postgres/restore';
import { BACKUP } from './backup-options.ts';
import { command, fileArgument, withOwnerConfig } from './command.ts';

/** Loads a backup into an empty database. */
await command(async (settings, args) => {
  const file = fileArgument(args, 'npm run db:restore -- FILE');
  const { heading, closing } = await withOwnerConfig(settings, (owner) =>
    restoreBackup(owner, file, BACKUP),
  );
  const count = Object.values(closing.rows).reduce((sum, n) => sum + n, 0);
  console.log(
    `The shop of ${heading.made_at} is back: ${count} rows, ${closing.jobs.length} jobs to do.`,
  );
});
