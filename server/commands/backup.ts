import { makeBackup } from '@aparajita/postgres/backup';
import { BACKUP } from './backup-options.ts';
import { asOwner, command, fileArgument } from './command.ts';

/**
 * Writes a backup of the shop while it is open. The file holds personal data; without AUTH_SECRET nobody can use the
 * signing keys and second factors in it.
 */
await command(async (settings, args) => {
  const file = fileArgument(args, 'npm run db:backup -- FILE');
  const rows = await asOwner(settings, (owner) => makeBackup(owner, file, BACKUP));
  const count = Object.values(rows).reduce((sum, n) => sum + n, 0);
  console.log(`${file}: ${count} rows of ${Object.keys(rows).length} tables.`);
});
