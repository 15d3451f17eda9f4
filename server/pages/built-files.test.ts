import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { builtFileResponse, readBuiltFiles } from './built-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'built-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const assets = path.join(folder, 'assets');
mkdirSync(assets);
for (const [name, content] of [
  ['shell-1a.js', 'plain script'],
  ['shell-1a.js.br', 'brotli'],
  ['shell-1a.js.gz', 'gzip'],
  ['text-2b.woff2', 'a font'],
] as const)
  writeFileSync(path.join(assets, name), content);
const files = readBuiltFiles(assets, '/assets/');
const SCRIPT = '/assets/shell-1a.js';
const FONT = '/assets/text-2b.woff2';

test.each([
  [SCRIPT, 'GET', 'gzip, br', 'brotli', 'br'],
  [SCRIPT, 'GET', 'gzip', 'gzip', 'gzip'],
  [SCRIPT, 'GET', '', 'plain script', null],
  [FONT, 'GET', 'br', 'a font', null], // the build does not compress it
  [FONT, 'HEAD', '', 'a font', null],
])('%s by %s with Accept-Encoding %o is %j', async (name, method, accepted, content, encoding) => {
  const headers = { 'accept-encoding': accepted };
  const file = files.get(name);
  if (!file) throw new Error(`${name} has not been read`);
  const answer = builtFileResponse(new Request('http://localhost/', { method, headers }), file);
  expect(await answer.text()).toBe(method === 'HEAD' ? '' : content);
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-length': String(content.length),
    'content-type': name === FONT ? 'font/woff2' : expect.stringMatching(/^text\/javascript/),
    'cache-control': 'public, max-age=31536000, immutable',
  });
  if (name === SCRIPT) expect(answer.headers.get('vary')).toBe('Accept-Encoding');
});
