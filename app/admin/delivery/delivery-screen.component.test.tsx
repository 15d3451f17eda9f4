import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AreaPreview, AreaRule } from '#contract/admin/delivery.ts';
import { openAdmin } from '#test/component/admin.tsx';
import { type Handlers, refusing } from '#test/component/fake-api.ts';

const NOTHING = { cash: null, days_from: null, days_to: null, fee: null, free_from: null };
const EAST: AreaRule = { ...NOTHING, prefix: '7', serves: true, cash: false, fee: 90 };
const PUNE: AreaRule = { ...NOTHING, prefix: '411001', serves: true, days_from: 2, days_to: 4 };

/** Rules kept in memory, as the server keeps them. */
function fakeAreas(...rules: AreaRule[]) {
  const areas = new Map(rules.map((rule) => [rule.prefix, rule]));
  const preview: AreaPreview = {
    ...{ seen: '0'.repeat(32), added: 1, changed: 1, removed: 0, same: 40, faulty: 1 },
    faults: [{ line: 7, why: '411009: cash is no Y or N' }],
    changes: [
      { prefix: '411002', before: null, after: { ...PUNE, prefix: '411002' } },
      { prefix: '7', before: EAST, after: { ...EAST, serves: false } },
    ],
  };
  const api: Handlers = {
    'GET /admin/delivery/areas': () => ({
      areas: [...areas.values()],
      total: areas.size,
      next: null,
    }),
    'POST /admin/delivery/areas': ({ body }) => {
      areas.set(body.prefix, body);
      return body;
    },
    'DELETE /admin/delivery/areas/{prefix}': ({ params }) => {
      areas.delete(params.prefix);
      return undefined;
    },
    'POST /admin/delivery/previews': () => preview,
    'POST /admin/delivery/lists': () => preview,
  };
  return { api, areas };
}

test('a rule is added, changed and removed', async () => {
  const { api, areas } = fakeAreas(EAST);
  const { main, told } = await openAdmin('/admin/delivery', { api });
  const button = (name: string) => main.getByRole('button', { name });
  await expect.element(main.getByText('Served, no cash, fee ₹90.00')).toBeVisible();
  await button('Add a rule').click();
  await main.getByLabelText('PIN code, or its first digits').fill('0');
  await userEvent.keyboard('{Enter}');
  await expect.element(main.getByText(/^One to six digits, the first/)).toBeVisible();
  await main.getByLabelText('PIN code, or its first digits').fill('411 001');
  await userEvent.selectOptions(
    main.getByRole('combobox', { name: 'Delivery', exact: true }),
    'Served',
  );
  await main.getByLabelText('Business days from').fill('2');
  await main.getByLabelText('Business days to').fill('4');
  await button('Save').click();
  await expect.element(told('Rule for 411001 saved')).toBeVisible();
  expect(areas.get('411001')).toEqual(PUNE);

  await button('Change the rule for 7').click();
  await main.getByLabelText('Fee in rupees').fill('');
  await button('Save').click();
  await expect.element(main.getByText('Served, no cash', { exact: true })).toBeVisible();
  expect(areas.get('7')).toEqual({ ...EAST, fee: null });
  await button('Remove the rule for 7').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.element(told('Rule for 7 removed')).toBeVisible();
  expect([...areas.keys()]).toEqual(['411001']);
});

test('a pasted list is applied once its changes and faulty lines were shown', async () => {
  const { api } = fakeAreas(EAST);
  const { main, told } = await openAdmin('/admin/delivery', { api });
  const button = (name: string) => main.getByRole('button', { name });
  await main.getByLabelText('Or paste its lines').fill('PIN,COD\n411002,Y');
  await button('Show what changes').click();
  const counts = main.getByRole('heading', { name: '1 new, 1 changed, 40 as before' });
  await expect.element(counts).toHaveFocus();
  await expect.element(main.getByText('Line 7: 411009: cash is no Y or N')).toBeVisible();
  await expect.element(main.getByText('Before: Served, no cash, fee ₹90.00')).toBeVisible();

  const apply = api['POST /admin/delivery/lists'];
  api['POST /admin/delivery/lists'] = refusing('changed_meanwhile');
  await button('Apply').click();
  await expect.element(main.getByText(/This has changed in the meantime/)).toBeVisible();
  if (apply) api['POST /admin/delivery/lists'] = apply;
  await button('Apply').click();
  await expect.element(told('List applied: 1 new, 1 changed, 40 as before')).toBeVisible();
  await expect.element(main.getByLabelText('Or paste its lines')).toHaveValue('');
});
