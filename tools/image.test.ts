import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the image starts the shop with the settings and flags of npm start', () => {
  const [, start = ''] = /"start": "(.*)"/.exec(readFileSync('package.json', 'utf8')) ?? [];
  const image = readFileSync('Dockerfile', 'utf8');
  const [, settings = ''] = /^ENV (.*)$/m.exec(image) ?? [];
  const [, command = ''] = /^CMD \[(.*)\]$/m.exec(image) ?? [];
  const words = command.split(', ').map((word) => word.replaceAll('"', ''));
  expect(`${settings} exec ${words.join(' ')}`).toBe(start);
});
