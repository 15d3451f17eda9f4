import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { ownDataFolder } from '#test/data-folder.ts';

/** The built shop, as `npm start` runs it, on data of this run's own that goes when it stops. */
const dataDir = ownDataFolder('shared');

const shop = spawn(process.execPath, ['build/server/main.js'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    // All test shoppers come from one address; the limits themselves are tested in packages/auth-server.
    AUTH_LIMITS_FACTOR: '1000',
  },
});

// Playwright tells its whole group, the shop too, which takes what we hand on for an echo.
process.on('SIGTERM', () => shop.kill('SIGTERM'));
process.on('SIGINT', () => shop.kill('SIGINT'));
shop.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
