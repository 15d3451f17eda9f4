import { expect, test } from 'vitest';
import { ABOVE_MRP } from '#domain/mrp.ts';
import { aProduct } from '#test/component/fake-products.ts';
import { open } from '#test/component/open.tsx';
import { ScheduleForm } from './schedule-form.tsx';

const CHANGE = 'POST /admin/products/night-tea/price-changes';
const TEA = aProduct('night-tea', { price: 349, mrp: 499 });

test('a price above its own MRP, which begins as today’s, is refused at once', async () => {
  const { screen, requests } = await open(<ScheduleForm product={TEA} onDone={() => {}} />, {
    api: { 'GET /admin/products/{id}': () => TEA },
  });
  const mrp = screen.getByLabelText('New MRP');
  const schedule = screen.getByRole('button', { name: 'Schedule' });
  await screen.getByLabelText('New price').fill('549');
  await expect.element(mrp).toHaveValue('499');
  await schedule.click();
  await expect.element(screen.getByText(ABOVE_MRP)).toBeVisible();
  expect(requests).not.toContain(CHANGE);
});
