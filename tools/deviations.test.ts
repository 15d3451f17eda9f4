import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const rows = readFileSync('docs/deviations.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| §') && !line.startsWith('| ---'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('each deviation names its line in the specification, what we do, a reason and a test', () => {
  expect(rows.length).toBeGreaterThan(20);
  for (const [, ...cells] of rows)
    expect(cells.slice(0, 5).every(Boolean), cells.join()).toBe(true);
});

test.each(rows.map((cells) => cells[5] ?? ''))('%s exists', (held) => {
  const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(held) ?? [];
  expect(existsSync(file), file).toBe(true);
  expect(readFileSync(file, 'utf8')).toContain(`'${title}'`);
});
