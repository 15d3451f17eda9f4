import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { expect, test } from '@playwright/test';
import { ownDataFolder } from '#test/data-folder.ts';

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
  const length = fields.length + 4;
  const refusal = Buffer.concat([Buffer.from(['E'.charCodeAt(0), 0, 0, 0, length]), fields]);
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
  expect(wrong).toEqual({
    words:
      'DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_AUTH_URL: the password of the user asha is wrong\n',
    code: 1,
  });

  // A start that fails and is stopped at the same time closes once.
  const taken = createServer();
  const takenPort = await listen(taken);
  const DATA_DIR = ownDataFolder('failed');
  const { words } = await start(
    { PORT: String(takenPort), HOST: '127.0.0.1', DATA_DIR, LOG_LEVEL: 'error' },
    (end) => end(),
  );
  taken.close();
  expect(words).toMatch(/^Cannot listen on 127\.0\.0\.1:\d+: .*\n$/);

  // A demo that is told to listen to others says what a real shop needs.
  const refused = await start({ NODE_ENV: 'production', PORT: '0', DATA_DIR, HOST: '::' });
  expect(refused.code).toBe(1);
  for (const name of ['HOST', 'PUBLIC_URL', 'AUTH_SECRET', 'DATABASE_URL']) {
    expect(refused.words).toContain(name);
  }
  expect(refused.words).not.toContain('    at '); // no stack
  rmSync(DATA_DIR, { recursive: true, force: true });
});

test('whoever begins a request and does not go on is hung up on, a proxy that keeps its connections is not', async ({
  baseURL,
}) => {
  const { host, port } = new URL(baseURL ?? '');
  /** Sends the beginning of a request and then nothing. Returns the answer once the shop closes the connection. */
  const begin = async (request: string) => {
    let answer = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(request));
    socket.setEncoding('utf8').on('data', (data) => {
      answer += data;
    });
    await once(socket, 'close');
    return answer;
  };
  const head = `HTTP/1.1\r\nHost: ${host}\r\n`;
  const json = 'Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{';
  const began = Date.now();
  for (const answer of await Promise.all([
    begin(`GET / ${head}X-Slow: `),
    begin(`POST /auth/v1/signup ${head}${json}`),
  ]))
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(Date.now() - began).toBeLessThan(40_000);
  const kept = await fetch(`${baseURL}/healthz`);
  const [, seconds] = /timeout=(\d+)/.exec(kept.headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});
