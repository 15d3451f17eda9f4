import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { ownDataFolder } from '#test/data-folder.ts';
import { reservePort } from '#test/reserve-port.ts';

/** Paths that no router can read, or that hold line breaks: React Router prints about them on its own. */
const ODD_PATHS = [
  '/a%0Ab',
  '/%E2%80%A8',
  '/a%0Ab.data',
  '/%',
  '/%c0.data',
  '/product/%ff',
  '/track/%',
  '//',
  '///x',
];

test('a production shop prints nothing but JSON, and nothing alarming about pages that do not exist', async () => {
  const { port, release } = await reservePort();
  const dataDir = ownDataFolder('log');
  const shop = spawn(process.execPath, ['build/server/main.js'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://example.in',
      PREVIEW_HOSTS: '127.0.0.1',
      AUTH_SECRET: 'x'.repeat(32),
      DATA_DIR: dataDir,
      DRAIN_SECONDS: '0',
    },
  });
  let printed = '';
  for (const stream of [shop.stdout, shop.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      printed += chunk;
    });
  }
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
  const before = printed.length;
  for (const path of ODD_PATHS) expect((await fetch(url + path)).status, path).toBeLessThan(500);
  const ended = once(shop, 'close');
  shop.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  release();
  rmSync(dataDir, { recursive: true, force: true });

  const levels = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line): number => JSON.parse(line).level);
  expect(levels(printed).length).toBeGreaterThan(ODD_PATHS.length);
  expect(Math.max(...levels(printed.slice(before)))).toBe(30);
});
