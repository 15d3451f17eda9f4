import { createServer } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { readSettings } from '#server/environment/settings.ts';
import { createLog } from '#server/log.ts';
import { announceDemo, demoListenError } from './announce.ts';

const REAL = readSettings({ PUBLIC_URL: 'https://example.in', AUTH_SECRET: 'x'.repeat(32) });
const DEMO = readSettings({});

afterEach(() => vi.restoreAllMocks());

test('a demo announces itself on the terminal and in the log; a production shop does not', () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  announceDemo(REAL, log);
  expect([said.mock.calls, lines]).toEqual([[], []]);
  announceDemo(DEMO, log);
  expect(said.mock.calls.flat().join()).toMatch(/^Demo mode: .*\/dev\/mailbox/);
  expect(lines.join()).toContain('demo mode');
});

test.each([
  ['127.0.0.1', false],
  ['::1', false],
  ['0.0.0.0', true],
  ['::', true],
  ['192.0.2.7', true],
])('on %s a demo is refused: %s', (address, refused) => {
  const server = createServer();
  vi.spyOn(server, 'address').mockReturnValue({ address, port: 3000, family: 'IPv4' });
  expect(demoListenError(DEMO, server) !== null).toBe(refused);
  expect(demoListenError(REAL, server)).toBeNull();
});

test('a demo on a unix socket or without an address is refused', () => {
  const server = createServer();
  expect(demoListenError(DEMO, server)).toContain('demo mode is for this machine alone');
});
