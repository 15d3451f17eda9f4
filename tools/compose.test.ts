import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('no service of compose.yaml fills the disk with its log', () => {
  const compose = readFileSync('compose.yaml', 'utf8');
  const [, services = ''] = /^services:\n((?: .*\n|\n)+)/m.exec(compose) ?? [];
  const each = services.split(/^ {2}(?=\w)/m).slice(1);
  expect(each.map((service) => service.split(':')[0])).toEqual(['shop', 'database', 'caddy']);
  expect(each.filter((service) => !service.includes('\n    logging: *logging\n'))).toEqual([]);
  const rotation = /^x-logging: &logging\n(?: {2}.*\n)* {4}max-size: 10m\n {4}max-file: "5"\n/m;
  expect(compose).toMatch(rotation);
});
