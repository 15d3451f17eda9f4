import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { builtFileResponse, readBuiltFiles, readLazyFiles } from './built-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'built-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a built file', () => {
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
  ])(
    '%s by %s with Accept-Encoding %o is %j',
    async (name, method, accepted, content, encoding) => {
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
    },
  );
});

describe('a page names', () => {
  const MANIFEST = {
    'app/shell/session/stored-session.ts': { file: 'assets/session.js' },
    'app/admin/admin-app.tsx': { file: 'assets/app.js', imports: ['_shared.js', '_queries.js'] },
    'app/admin/today/today-screen.tsx': { file: 'assets/today.js', imports: ['_shared.js'] },
    '_shared.js': {
      file: 'assets/shared.js',
      css: ['assets/shared.css'],
      imports: ['_queries.js'],
    },
    '_queries.js': { file: 'assets/queries.js', imports: ['_shared.js'] },
  };
  function lazyFiles(manifest: object) {
    mkdirSync(path.join(folder, '.vite'), { recursive: true });
    writeFileSync(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
    return readLazyFiles(folder);
  }

  test('what it imports at once, and what that imports, also in circles; a page for everybody nothing', () => {
    const filesOf = lazyFiles(MANIFEST);
    const app = ['session', 'app', 'shared', 'queries'].map((name) => `/assets/${name}.js`);
    expect(filesOf('/admin/screen').toSorted()).toEqual([...app, '/assets/shared.css'].toSorted());
    expect(new Set(filesOf('/admin'))).toEqual(
      new Set([...app, '/assets/shared.css', '/assets/today.js']),
    );
    for (const key of ['/cart', '/checkout', '/account/orders/id'])
      expect(filesOf(key)).toEqual(['/assets/session.js']);
    for (const key of ['/', '/shop?search=cart', '/product/1', '/administration', '/auth'])
      expect(filesOf(key)).toEqual([]);
  });
});
