import { restoreBackup } from '@aparajita/postgres/restore';
import { BACKUP } from './backup-options.ts';
import { command, fileArgument, withOwnerConfig } from './command.ts';

/** Loads a backup into an empty database. */
await command(async (settings, args) => {
  const file = fileArgument(args, 'npm run db:restore -- FILE');
  const { header, trailer } = await withOwnerConfig(settings, (owner) =>
    restoreBackup(owner, file, BACKUP),
  );
  const count = Object.values(trailer.rows).reduce((sum, n) => sum + n, 0);
  console.log(
    `Restored the backup of ${header.made_at}: ${count} rows, ${trailer.jobs.length} jobs queued.`,
  );
});
