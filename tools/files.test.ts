import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
// @ts-expect-error: a script without types
import { LISTS } from './common-passwords.mjs';

test('no service of compose.yaml fills the disk with its log', () => {
  const compose = readFileSync('compose.yaml', 'utf8');
  const [, services = ''] = /^services:\n((?: .*\n|\n)+)/m.exec(compose) ?? [];
  const each = services.split(/^ {2}(?=\w)/m).slice(1);
  expect(each.map((service) => service.split(':')[0])).toEqual(['shop', 'database', 'caddy']);
  expect(each.filter((service) => !service.includes('\n    logging: *logging\n'))).toEqual([]);
  const rotation = /^x-logging: &logging\n(?: {2}.*\n)* {4}max-size: 10m\n {4}max-file: "5"\n/m;
  expect(compose).toMatch(rotation);
});

test('the image starts the shop with the settings and flags of npm start', () => {
  const [, start = ''] = /"start": "(.*)"/.exec(readFileSync('package.json', 'utf8')) ?? [];
  const image = readFileSync('Dockerfile', 'utf8');
  const [, settings = ''] = /^ENV (.*)$/m.exec(image) ?? [];
  const [, command = ''] = /^CMD \[(.*)\]$/m.exec(image) ?? [];
  const words = command.split(', ').map((word) => word.replaceAll('"', ''));
  expect(`${settings} exec ${words.join(' ')}`).toBe(start);
});

test.each(Object.keys(LISTS))('%s is as its source and the script make it', (file) => {
  expect(readFileSync(file, 'utf8')).toBe(LISTS[file]);
});

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'STYLE.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
];

test.each(pages)('every link of %s has a target', (page) => {
  const text = readFileSync(page, 'utf8').replace(/^```.*?^```/gms, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map((m) => m[1] ?? m[2] ?? '');
  const broken = links.filter((link) => !/^https?:/.test(link) && !leads(page, link));
  expect(broken).toEqual([]);
});

test('the index lists every decision that has a page', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8');
  const unlisted = readdirSync('docs/decisions').filter((name) => !index.includes(name));
  expect(unlisted).toEqual(['README.md']);
});

test('every decision that a file refers to by its number is in the index', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8');
  const files = ['*.ts', '*.tsx', '*.mjs', '*.sql', '*.json', '*.md'];
  const lines = execFileSync('git', ['grep', '-hE', 'decisions?[ /][0-9]{3}', '--', ...files]);
  const numbers = [...String(lines).matchAll(/decisions?[ /](\d{3}(?:, \d{3})*)/g)].flatMap(
    ([, listed = '']) => listed.split(', '),
  );
  expect(numbers.length).toBeGreaterThan(10);
  expect(numbers.filter((number) => !index.includes(`[${number}](`))).toEqual([]);
});

function leads(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? page : path.join(path.dirname(page), file);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
}

/** The anchors that GitHub makes from headings. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
