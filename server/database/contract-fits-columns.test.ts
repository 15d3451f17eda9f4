import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { AddressForm } from '#contract/addresses.ts';
import { ProfileForm } from '#contract/profile.ts';
import { deleteAddress, insertAddress } from '#server/addresses/queries.ts';
import { saveProfile } from '#server/profile/queries.ts';
import type { Shopper } from '#server/shopper.ts';
import { insertShopper, openShopDatabase, type ShopDatabase } from '#test/shop-database.ts';

/**
 * The tables store and return unchanged whatever the contract accepts; otherwise a shopper would see an internal error.
 */
let shop: ShopDatabase;
let asha: Shopper;

beforeAll(async () => {
  shop = await openShopDatabase();
  asha = await insertShopper(shop.db.owner);
});

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

test('any address that the contract accepts is stored unchanged', async () => {
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
      const [kept] = await shop.database.asShopper(asha, insertAddress(asha, parsed.data));
      if (!kept) throw new Error('The address was not stored');
      taken += 1;
      expect({ ...kept, address_line2: kept.address_line2 ?? '' }).toMatchObject(parsed.data);
      await shop.database.asShopper(asha, deleteAddress(asha, kept.id));
    }),
    { numRuns: 150, maxSkipsPerRun: 1000 },
  );
  expect(taken).toBe(150);
});

test('any profile that the contract accepts is stored unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.record({ full_name: text(100), phone: text(20) }), async (written) => {
      const parsed = ProfileForm.safeParse(written);
      fc.pre(parsed.success);
      const [kept] = await shop.database.asShopper(asha, saveProfile(asha, parsed.data));
      expect({ ...kept, phone: kept?.phone ?? '' }).toMatchObject(parsed.data);
    }),
    { numRuns: 150, maxSkipsPerRun: 1000 },
  );
});
