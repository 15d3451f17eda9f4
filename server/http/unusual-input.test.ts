import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AddressForm } from '#contract/addresses.ts';
import { HOME } from '#test/checkout.ts';
import { openTestShop } from '#test/shop.ts';

const shop = await openTestShop();
const asha = await shop.newShopper();

/** Any text, with unusual characters, too, and often about as long as `max`. */
function text(max: number) {
  return fc.oneof(
    fc.string({ unit: 'binary', maxLength: max }),
    fc.string({
      unit: fc.constantFrom('🌸', 'क', '\u0301', ' ', '\u0085', 'x'),
      minLength: max - 2,
      maxLength: max,
    }),
    fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      maxLength: max,
    }),
  );
}

test('any address that the contract accepts is stored unchanged, and read again as it was', async () => {
  const form = fc.record({
    full_name: text(100),
    phone: fc.oneof(text(20), fc.stringMatching(/^\(?[+\d](\d[\s()-]?){7}\d{3}$/)),
    address_line1: text(200),
    address_line2: text(200),
    city: text(100),
    state: text(100),
    postal_code: text(20),
    country: text(100),
  });
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(form, async (written) => {
      const parsed = AddressForm.safeParse(written);
      fc.pre(parsed.success);
      const saved = await asha.request('POST', '/api/addresses', written);
      expect(saved.status).toBe(201);
      const { address_line2, ...rest } = saved.body;
      expect({ ...rest, address_line2: address_line2 ?? '' }).toMatchObject(parsed.data);
      expect((await asha.request('GET', '/api/addresses')).body).toEqual([saved.body]);
      await asha.request('DELETE', `/api/addresses/${saved.body.id}`);
      taken += 1;
    }),
    { numRuns: 150, maxSkipsPerRun: 1000 },
  );
  expect(taken).toBe(150);
  for (const odd of [
    'Asha 🌸👩‍👩‍👧‍👦🇮🇳',
    '𠮷野家 𝒜𝓈𝒽𝒶',
    `O'Neil "\\" ''; drop table addresses; --`,
  ]) {
    const address = { ...HOME, full_name: odd, address_line1: odd, address_line2: odd, city: odd };
    const { status, body } = await asha.request('POST', '/api/addresses', address);
    expect({ status, body }).toMatchObject({ status: 201, body: address });
  }
});
