import { makeBackup } from '@aparajita/postgres/backup';
import { BACKUP } from './backup-options.ts';
import { command, fileArgument, withOwnerConfig } from './command.ts';

/**
 * Writes a backup while the shop is running. The file contains personal data; its second factors and queued emails are
 * unusable without AUTH_SECRET.
 */
await command(async (settings, args) => {
  const file = fileArgument(args, 'npm run db:backup -- FILE');
  const rows = await withOwnerConfig(settings, (owner) => makeBackup(owner, file, BACKUP));
  const count = Object.values(rows).reduce((sum, n) => sum + n, 0);
  console.log(`${file}: ${count} rows of ${Object.keys(rows).length} tables.`);
});
