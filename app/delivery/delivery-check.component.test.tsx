import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { unreachable } from '#test/component/fake-api.ts';
import { expectAccessible } from '#test/component/layout.ts';
import { button } from '#test/component/locators.ts';
import { open } from '#test/component/open.tsx';
import { HOME } from '#test/component/shopper-data.ts';
import { DeliveryCheck } from './delivery-check.tsx';
import { keepPin, keptPin } from './kept-pin.ts';

const PUNE = { serves: true, cash: true, fee: 0, free_from: 999, expected_by: '2026-12-03' };
const told = page.getByRole('status').filter({ hasText: /./ });
const field = page.getByLabelText('PIN code');

test('a PIN code is asked for and told, and nothing moves for it', async () => {
  const api = { 'GET /delivery/{pin}': () => PUNE };
  const { requests } = await open(<DeliveryCheck />, { api, as: null });
  expect(requests).toEqual([]);
  const { height } = document.querySelector('form')?.getBoundingClientRect() ?? {};
  await field.fill('411 00');
  await button('Check').click();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('४११ ००१');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(told)
    .toHaveTextContent('Delivery to 411001 by Thu, Dec 03 · cash on delivery possible');
  expect(document.querySelector('form')?.getBoundingClientRect().height).toBe(height);
  await expectAccessible();
  expect(requests).toEqual(['GET /delivery/411001']);
  expect(keptPin()).toBe('411001');
});

test('what was asked for last in this browser is told on the next page', async () => {
  keepPin('411001');
  await open(<DeliveryCheck />, { api: { 'GET /delivery/{pin}': () => PUNE }, as: null });
  await expect.element(field).toHaveValue('411001');
  await expect.element(told).toMatchTextContent(/^Delivery to 411001/);
});

test.each([
  [{ serves: false }, 'We do not deliver to 400020 yet.'],
  [
    { cash: false, fee: 90 },
    'Delivery to 400020 by Thu, Dec 03 · cash on delivery not possible · shipping ₹90, free over ₹999',
  ],
])('who is signed in is told of their default address: %j', async (part, text) => {
  const api = {
    'GET /addresses': () => [HOME],
    'GET /delivery/{pin}': () => ({ ...PUNE, ...part }),
  };
  await open(<DeliveryCheck />, { api });
  await expect.element(told).toHaveTextContent(text);
});

test('without an answer it says so, and can be asked again', async () => {
  await open(<DeliveryCheck />, { api: { 'GET /delivery/{pin}': unreachable }, as: null });
  await field.fill('411001');
  await button('Check').click();
  await expect.element(told).toMatchTextContent(/We could not reach the shop/);
  await expect.element(field).toHaveValue('411001');
});
