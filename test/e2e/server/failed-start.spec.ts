import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { expect, test } from '@playwright/test';
import { ownDataFolder } from '#test/data-folder.ts';

/** Starts the built server with these settings. Returns its standard error and its exit code. */
async function start(settings: Record<string, string>) {
  const child = spawn(process.execPath, ['build/server/main.js'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...settings },
  });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    words += chunk;
  });
  const [code] = await once(child, 'close');
  return { words, code };
}

test('a start that cannot succeed ends with a sentence that says why', async () => {
  const DATA_DIR = ownDataFolder('failed');
  const taken = createServer();
  await once(taken.listen(0, '127.0.0.1'), 'listening');
  const address = taken.address();
  const PORT = typeof address === 'object' && address ? `${address.port}` : '';
  const { words } = await start({ PORT, HOST: '127.0.0.1', DATA_DIR });
  taken.close();
  expect(words).toMatch(/^Cannot listen on 127\.0\.0\.1:\d+: .*\n$/);

  // A demo that is told to listen to others says what a real shop needs.
  const refused = await start({ NODE_ENV: 'production', PORT: '0', DATA_DIR, HOST: '::' });
  expect(refused.code).toBe(1);
  expect(refused.words).toMatch(/DATABASE_URL/);
  expect(refused.words).not.toContain('    at '); // no stack
  rmSync(DATA_DIR, { recursive: true, force: true });
});

test('whoever begins a request and does not go on is hung up on, a proxy that keeps its connections is not', async ({
  baseURL,
}) => {
  const { host, port } = new URL(baseURL ?? '');
  let answer = '';
  const socket = connect(Number(port), '127.0.0.1', () =>
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `),
  );
  socket.setEncoding('utf8').on('data', (data) => {
    answer += data;
  });
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  const kept = await fetch(`${baseURL}/healthz`);
  const [, seconds] = /timeout=(\d+)/.exec(kept.headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});
