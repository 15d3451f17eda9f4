import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltFile, builtFileResponse, readBuiltFiles } from './built-files.ts';

let folder: string;
let files: Map<string, BuiltFile>;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'built-files-'));
  writeFileSync(path.join(folder, 'shell-1a.js'), 'plain script');
  writeFileSync(path.join(folder, 'shell-1a.js.br'), 'brotli');
  writeFileSync(path.join(folder, 'shell-1a.js.gz'), 'gzip');
  writeFileSync(path.join(folder, 'text-2b.woff2'), 'a font');
  files = readBuiltFiles(folder, '/assets/');
});

afterAll(() => rmSync(folder, { recursive: true }));

test('files are found by their URL paths, their compressed copies are not', () => {
  expect([...files.keys()].sort()).toEqual(['/assets/shell-1a.js', '/assets/text-2b.woff2']);
});

test.each([
  ['gzip, br', 'brotli', 'br'],
  ['gzip', 'gzip', 'gzip'],
  ['', 'plain script', null],
])('a script with Accept-Encoding %o', async (accepted, content, encoding) => {
  const answer = request('/assets/shell-1a.js', accepted);
  expect(await answer.text()).toBe(content);
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(answer.headers.get('content-length')).toBe(String(content.length));
  expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
});

test('a font, which the build does not compress, is sent unchanged', async () => {
  const answer = request('/assets/text-2b.woff2', 'br');
  expect(await answer.text()).toBe('a font');
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(answer.headers.get('content-type')).toBe('font/woff2');
});

test('HEAD sends the length and no body', async () => {
  const answer = request('/assets/text-2b.woff2', '', 'HEAD');
  expect(answer.headers.get('content-length')).toBe('6');
  expect(await answer.text()).toBe('');
});

function request(name: string, accepted: string, method = 'GET'): Response {
  const file = files.get(name);
  if (!file) throw new Error(`${name} has not been read`);
  const headers = { 'accept-encoding': accepted };
  return builtFileResponse(new Request('http://localhost:3000/', { method, headers }), file);
}
