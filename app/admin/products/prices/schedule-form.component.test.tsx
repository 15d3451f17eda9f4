import { expect, test } from 'vitest';
import { ABOVE_MRP } from '#domain/mrp.ts';
import { refusing } from '#test/component/fake-api.ts';
import { aProduct } from '#test/component/fake-products.ts';
import { open } from '#test/component/open.tsx';
import { ScheduleForm } from './schedule-form.tsx';

const CHANGE = 'POST /admin/products/night-tea/price-changes';
const TEA = aProduct('night-tea', { price: 349, mrp: 499 });

test('a price above its own new MRP is refused at once, one above today’s by the server alone: it may have changed by then', async () => {
  const { screen, requests } = await open(<ScheduleForm product={TEA} onDone={() => {}} />, {
    api: {
      'POST /admin/products/{id}/price-changes': refusing('invalid_input', {
        fields: { mrp: ABOVE_MRP },
      }),
      'GET /admin/products/{id}': () => TEA,
    },
  });
  const mrp = screen.getByLabelText('New MRP');
  const schedule = screen.getByRole('button', { name: 'Schedule' });
  await screen.getByLabelText('New price').fill('549');
  await mrp.fill('548');
  await schedule.click();
  await expect.element(screen.getByText(ABOVE_MRP)).toBeVisible();
  expect(requests).not.toContain(CHANGE);
  await mrp.fill('');
  await schedule.click();
  await expect.poll(() => requests).toContain(CHANGE);
  await expect.element(screen.getByText(ABOVE_MRP)).toBeVisible();
});
