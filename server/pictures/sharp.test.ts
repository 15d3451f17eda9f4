import { readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { expect, test } from 'vitest';
import { createLog } from '#server/log.ts';
import { openTestShop } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

test('while the picture library cannot be loaded, no picture is called unreadable; then uploads work again', async () => {
  const lines: { level: number; err: { message: string } }[] = [];
  const log = createLog('error', { write: (line: string) => lines.push(JSON.parse(line)) });
  const shop = await openTestShop({ log });
  const owner = await newStaff(shop, 'owner');
  const photo = await readFile('public/pictures/og/product-1.jpg');
  const upload = async () => {
    const response = await shop.app.request('http://localhost:3000/api/admin/pictures', {
      method: 'PUT',
      body: new Uint8Array(photo),
      headers: { authorization: `Bearer ${owner.token}` },
    });
    return { status: response.status, body: await response.json() };
  };

  // Once it runs: what cannot be found is looked for again by itself.
  const hooks = registerHooks({
    load(url, context, next) {
      if (/sharp\/dist\/utility\.[cm]js$/.test(url)) {
        return { format: context.format, shortCircuit: true, source: 'throw Error("no memory")' };
      }
      return next(url, context);
    },
  });
  expect(await upload()).toMatchObject({ status: 500, body: { error: { code: 'internal' } } });
  expect(lines).toMatchObject([{ level: 50, err: { message: 'no memory' } }]);
  hooks.deregister();
  expect(await upload()).toMatchObject({ status: 201 });
});
