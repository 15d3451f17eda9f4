import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { expect, test } from '@playwright/test';
import { ownDataFolder } from '#test/data-folder.ts';

/** Settings with which others could reach a shop. */
const LISTENING: Record<string, string>[] = [
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { TRUST_PROXY_HOPS: '1' },
];

/** Starts the built server with these settings. Returns its standard error and its exit code. */
async function start(
  settings: Record<string, string>,
  onWords: (end: () => void) => void = () => {},
) {
  const child = spawn(process.execPath, ['build/server/main.js'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, ...settings },
  });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    words += chunk;
    onWords(() => child.kill('SIGTERM'));
  });
  const [code] = await once(child, 'close');
  return { words, code };
}

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

test('a start that cannot succeed ends with a sentence that says why', async () => {
  const fields = Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed\0\0');
  const refusal = Buffer.concat([
    Buffer.from(['E'.charCodeAt(0), 0, 0, 0, fields.length + 4]),
    fields,
  ]);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(refusal));
  });
  const port = await listen(server);
  const wrong = await start({
    DATABASE_URL: `postgres://asha:wrong@127.0.0.1:${port}/tea`,
    PUBLIC_URL: 'https://example.in',
    AUTH_SECRET: 'x'.repeat(32),
    LOG_LEVEL: 'error',
  });
  server.close();
  expect(wrong.words).toBe(
    'DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_AUTH_URL: the password of the user asha is wrong\n',
  );
  expect(wrong.code).toBe(1);

  // A start that fails and is stopped at the same time closes once.
  const taken = createServer();
  const takenPort = await listen(taken);
  const dataDir = ownDataFolder('failed');
  const { words } = await start(
    { PORT: String(takenPort), HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    (end) => end(),
  );
  taken.close();
  expect(words).toMatch(/^Cannot listen on 127\.0\.0\.1:\d+: .*\n$/);

  // A demo that is told to listen to others says what a real shop needs.
  for (const settings of LISTENING) {
    const refused = await start({
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      ...settings,
    });
    expect(refused.code).toBe(1);
    for (const name of [...Object.keys(settings), 'PUBLIC_URL', 'AUTH_SECRET', 'DATABASE_URL']) {
      expect(refused.words).toContain(name);
    }
    expect(refused.words).not.toContain('    at '); // no stack
  }
  rmSync(dataDir, { recursive: true, force: true });
});
