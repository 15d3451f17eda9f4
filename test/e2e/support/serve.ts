import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { ownDataFolder } from '#test/data-folder.ts';

// Runs the built shop as `npm start` does, on a data folder of this run that is deleted when the shop stops.
const dataDir = ownDataFolder('shared');

const shop = spawn(process.execPath, ['build/server/main.js'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    // All test shoppers have the same IP address. The limits themselves are tested in packages/auth-server.
    AUTH_LIMITS_FACTOR: '1000',
  },
});

// Playwright signals the whole process group. The shop gets the signal twice and ignores the second.
process.on('SIGTERM', () => shop.kill('SIGTERM'));
process.on('SIGINT', () => shop.kill('SIGINT'));
shop.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
