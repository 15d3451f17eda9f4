import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ContactMessage } from '#contract/contact.ts';
import { ERRORS } from '#contract/errors.ts';
import { MAX_ADDRESSES } from '#domain/address.ts';
import { MAX_CART_ITEMS, MAX_QUANTITY } from '#domain/cart.ts';
import { MAX_PASSWORD_LENGTH } from '#domain/password.ts';

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

test.each([
  `${MAX_CART_ITEMS} products in a cart, ${MAX_ADDRESSES} addresses`,
  `at most ${MAX_QUANTITY} in a cart line`,
  `at most ${MAX_PASSWORD_LENGTH} characters`,
  `the API answers '${ERRORS.not_signed_in.message}'`,
])('%s: as the shop has it', (words) => {
  expect(rows.some(([, , , shop = '']) => shop.includes(words))).toBe(true);
});

test('the limits of a message to the shop are those of its schema', () => {
  const text = (length: number) => 'x'.repeat(length);
  const message = { name: text(100), email: 'asha@example.com', subject: text(200), website: '' };
  const row = rows.find(([, , specification = '']) => specification.startsWith('contact: name'));
  const [name, , subject, words] = (row?.[3]?.match(/[\d,]+/g) ?? []).map((number) =>
    Number(number.replace(',', '')),
  );
  const longest = { ...message, message: text(words ?? 0) };
  expect(ContactMessage.safeParse(longest).success).toBe(true);
  expect([name, subject]).toEqual([100, 200]);
  for (const [field, length] of Object.entries({ name, subject, message: words })) {
    const longer = { ...longest, [field]: text((length ?? 0) + 1) };
    expect(ContactMessage.safeParse(longer).success, field).toBe(false);
  }
});
