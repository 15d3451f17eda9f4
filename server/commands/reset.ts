import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import { refuseProductionData } from '#server/demo/production-data.ts';
import { OperatorError } from '#server/operator-errors.ts';
import { command, embeddedDir } from './command.ts';

/** Deletes the data of a demo shop: the next start creates a new database. */
await command(async (settings) => {
  if (!settings.demo)
    throw new OperatorError(
      'This is a real shop; db:reset empties only the trial one of demo mode.',
    );
  refuseProductionData(settings);
  const dir = embeddedDir(settings);
  if (existsSync(dir)) {
    // A server that no longer starts counts as stopped.
    const outcome = await embeddedPostgres(dir, { database: 'shop' }).then(
      (server) => server.stop(),
      () => 'stopped',
    );
    if (outcome === 'in use') throw new OperatorError('The shop is running: stop it first.');
    await rm(dir, { recursive: true });
  }
  console.log('Database deleted; npm start creates a new one.');
});
