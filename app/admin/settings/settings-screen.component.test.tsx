import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { Courier } from '#contract/admin/couriers.ts';
import type { FailedJob } from '#contract/admin/failed-jobs.ts';
import type { ShopSettings } from '#contract/admin/settings.ts';
import { AppError } from '#contract/errors.ts';
import { openAdmin } from '#test/component/admin.tsx';
import {
  type Handlers,
  holdAnswer,
  loseAnswer,
  refuse,
  refusing,
} from '#test/component/fake-api.ts';
import { DELHIVERY, INDIA_POST, idOf, nothingToDo } from '#test/component/fake-orders.ts';

const SAVE = 'PATCH /admin/settings';
const COURIER = 'PATCH /admin/couriers/{id}';

/** Settings kept in memory, as the server keeps them: a change must name the value that it replaces. */
function fakeSettings() {
  let id = 0;
  const details = {
    legal_name: null,
    address: null,
    emails: ['shop@example.in'],
    phone: null,
    fssai: null,
    grievance_officer: null,
  };
  let settings: ShopSettings = {
    identity: { value: details, seen: null },
    notice: { value: null, seen: null },
    delivery: {
      value: { fee: null, free_from: 999, cut_off: null, holidays: null },
      seen: null,
    },
    cash_limits: {
      value: {
        ...{ min_total: null, max_total: null, first_max_total: null, open_orders: null },
        ...{ max_returned: null, confirm: false, fee: null, online_percent: null },
      },
      seen: null,
    },
    low_stock: { value: 10, seen: null },
    order_email: { value: null, seen: null },
    newsletter_code: { value: { percent: 10, days: 30 }, seen: null },
  };
  const couriers: Courier[] = [{ ...DELHIVERY }, { ...INDIA_POST }];
  let failed: FailedJob[] = [];
  const change: NonNullable<Handlers[typeof SAVE]> = ({ body: { key, value, seen } }) => {
    if (settings[key].seen !== seen) throw new AppError('changed_meanwhile');
    id += 1;
    settings = { ...settings, [key]: { value, seen: String(id) } };
    return settings;
  };
  const api: Handlers = {
    'GET /admin/settings': () => settings,
    [SAVE]: change,
    'GET /admin/couriers': () => couriers,
    [COURIER]: ({ params, body }) => ({ id: params.id, ...body }),
    'GET /admin/today': () => nothingToDo({ failed_mails: { count: failed.length } }),
    'GET /admin/failed-jobs': () => failed,
    'POST /admin/failed-jobs/dismissals': ({ body }) => {
      failed = failed.filter((job) => !body.ids.includes(job.id));
      return failed;
    },
    'POST /admin/failed-jobs/retries': ({ body }) => {
      failed = failed.map((job) => ({ ...job, retrying: body.ids.includes(job.id) }));
      return failed;
    },
  };
  return {
    api,
    now: () => settings,
    /** Another tab saves a number of pieces. */
    savesElsewhere: async (value: number) => {
      id += 1;
      settings = { ...settings, low_stock: { value, seen: String(id) } };
      await queryClient.invalidateQueries({ queryKey: ['admin', 'settings'] });
    },
    failed: () => failed,
    fail: (jobs: FailedJob[]) => {
      failed = jobs;
    },
  };
}

async function openSettings(server = fakeSettings()) {
  const opened = await openAdmin('/admin/settings', { api: server.api });
  const form = (name: string) => opened.main.getByRole('form', { name });
  const low = form('Low stock');
  const pieces = low.getByLabelText('Pieces');
  const save = low.getByRole('button', { name: 'Save' });
  return { ...opened, server, form, low, pieces, save };
}

describe('a setting', () => {
  for (const how of ['by a second Save', 'when the page is reloaded'])
    test(`whose answer was lost is saved ${how}, and nobody else is said to have saved it`, async () => {
      const { low, pieces, save, server, reload } = await openSettings();
      await pieces.fill('7 ');
      loseAnswer(server.api, SAVE);
      await save.click();
      await expect.element(low).toMatchTextContent('We could not reach the shop.');
      if (how === 'by a second Save') {
        await queryClient.invalidateQueries({ queryKey: ['admin', 'settings'] });
        if (save.elements().length > 0) await save.click();
      } else await reload();
      await expect.element(pieces).toHaveValue('7');
      await expect.element(save).toBeVisible();
      await expect.element(low).not.toMatchTextContent('somebody else has changed');
      await expect.element(low).not.toMatchTextContent('restored');
      expect(server.now().low_stock.value).toBe(7);
    });

  test('that is on or off is a box, and is sent as it is ticked', async () => {
    const { form, server, told } = await openSettings();
    const cash = form('Cash on delivery');
    const box = cash.getByRole('checkbox', { name: /to confirm their orders/ });
    for (const confirm of [true, false]) {
      await box.click();
      await cash.getByRole('button', { name: 'Save' }).click();
      await expect.element(told('Cash on delivery saved')).toBeVisible();
      await expect.poll(() => server.now().cash_limits.value).toMatchObject({ confirm });
      if (confirm) await expect.element(box).toBeChecked();
      else await expect.element(box).not.toBeChecked();
    }
  });

  test('that was saved elsewhere during a reload is not overwritten unseen', async () => {
    const { low, pieces, save, server, reload, told } = await openSettings();
    await pieces.fill('31');
    await server.savesElsewhere(12);
    await reload();
    await expect.element(pieces).toHaveValue('31');
    await save.click();
    await expect.element(low).toMatchTextContent('meantime.Pieces12');
    await save.click();
    await expect.element(told('Low stock saved')).toBeVisible();
    expect(server.now().low_stock.value).toBe(31);
  });

  test('stays as it was saved when a late answer has the value before', async () => {
    const { low, pieces, save, server, told } = await openSettings();
    await pieces.fill('23');
    const before = holdAnswer(server.api, 'GET /admin/settings');
    void queryClient.invalidateQueries({ queryKey: ['admin', 'settings'] });
    await before.asked;
    await save.click();
    await expect.element(told('Low stock saved')).toBeVisible();
    before.release();
    await expect.element(pieces).toHaveValue('23');
    await expect.element(save).toBeVisible();
    await expect.element(low).not.toMatchTextContent('somebody else has changed');
  });

  test('that is refused is marked in its field, and can be emptied', async () => {
    const { form, server, told } = await openSettings();
    const emails = form('Email for each new order');
    const email = emails.getByLabelText('Email address');
    const fields = { value: 'Not an email address' };
    refuse(server.api, SAVE, new AppError('invalid_input', { fields }));
    await email.fill('orders@example.in');
    await emails.getByRole('button', { name: 'Save' }).click();
    await expect.element(email).toHaveAttribute('aria-invalid', 'true');
    for (const address of ['orders@example.in', '']) {
      await email.fill(address);
      await emails.getByRole('button', { name: 'Save' }).click();
      await expect.element(told('Email for new orders saved')).toBeVisible();
      await expect.poll(() => server.now().order_email.value ?? '').toBe(address);
    }
  });
});

describe('a courier', () => {
  const change = (main: ReturnType<typeof page.getByRole>) =>
    main.getByRole('button', { name: /^Change Delhivery/ }).click();

  test('whose form begins with what was typed before says so, and is cleared with one press', async () => {
    const { form, main, reload } = await openSettings();
    const own = form('Change Delhivery');
    const note = main.getByText(/^Draft from .+ restored\./);
    await change(main);
    await own.getByLabelText('Name').fill('Delhivery South');
    await expect.element(note).not.toBeInTheDocument();
    await reload();
    await change(main);
    await expect.element(note).toBeVisible();
    await expect.element(own.getByLabelText('Name')).toHaveValue('Delhivery South');
    await own.getByRole('button', { name: 'Clear' }).click();
    await expect.element(own.getByLabelText('Name')).toHaveValue('Delhivery');
  });

  test('takes nothing while it is saved, and its late answer closes no form that was opened since', async () => {
    const { form, main, server, told } = await openSettings();
    await change(main);
    const own = form('Change Delhivery');
    const saved = holdAnswer(server.api, COURIER);
    await own.getByRole('button', { name: 'Save' }).click();
    await saved.asked;
    await expect.element(own.getByLabelText('Name')).toBeDisabled();
    await main.getByRole('button', { name: 'Add a courier' }).click();
    const second = form('Add a courier').getByLabelText('Name');
    await second.fill('By cart');
    saved.release();
    await expect.element(told('Delhivery saved')).toBeVisible();
    await expect.element(second).toHaveValue('By cart');
  });

  test('that is refused late says so, and leaves the form that was opened since', async () => {
    const { form, main, server } = await openSettings();
    await change(main);
    server.api[COURIER] = refusing('not_found');
    const refused = holdAnswer(server.api, COURIER);
    await form('Change Delhivery').getByRole('button', { name: 'Save' }).click();
    await refused.asked;
    await main.getByRole('button', { name: 'Add a courier' }).click();
    refused.release();
    await expect.element(page.getByText('Not saved')).toBeVisible();
    await expect.element(form('Add a courier')).toBeVisible();
  });
});

describe('emails that were not sent', () => {
  const job = (n: number): FailedJob => ({
    id: idOf(n, 5),
    kind: 'mail',
    name: 'Refund completed',
    at: '2026-01-05T06:30:00.000Z',
    reason: 'EENVELOPE 550',
    order_id: null,
    order_number: `AP-AAA-00${n}`,
    recipient: 'gone@example.in',
    retrying: false,
  });

  async function openFailed(...jobs: FailedJob[]) {
    const server = fakeSettings();
    server.fail(jobs);
    const opened = await openSettings(server);
    const list = opened.main.getByRole('region', { name: 'Emails not sent' });
    const dismiss = (n: number) =>
      list.getByRole('button', { name: `Dismiss: Refund completed, AP-AAA-00${n}` });
    const question = page.getByRole('dialog', { name: 'Dismiss it?' });
    return { ...opened, list, dismiss, question };
  }

  test('are told with their reason, and dismissed after a question', async () => {
    const { list, dismiss, question } = await openFailed(job(1));
    for (const words of ['Refund completed', 'gone@example.in', 'EENVELOPE 550'])
      await expect.element(list).toMatchTextContent(words);
    await dismiss(1).click();
    await question.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await expect.element(list).not.toBeInTheDocument();
  });

  test('are sent again, and leave the list when they were', async () => {
    const { list, server } = await openFailed(job(1));
    await list.getByRole('button', { name: 'Retry: Refund completed, AP-AAA-001' }).click();
    await expect.poll(() => server.failed()[0]?.retrying).toBe(true);
    server.fail([]);
    await queryClient.invalidateQueries();
    await expect.element(list).not.toBeInTheDocument();
  });

  test('keep a question about one open when the answer about another comes late', async () => {
    const { list, dismiss, question, server } = await openFailed(job(1), job(2));
    const answer = holdAnswer(server.api, 'POST /admin/failed-jobs/dismissals');
    await dismiss(1).click();
    await question.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await answer.asked;
    await question.getByRole('button', { name: 'Keep it' }).click();
    await dismiss(2).click();
    await expect.element(question).toMatchTextContent('AP-AAA-002');
    answer.release();
    await expect.element(list.getByText('AP-AAA-001')).not.toBeInTheDocument();
    await expect.element(question).toMatchTextContent('AP-AAA-002');
    await question.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await expect.element(question).not.toBeInTheDocument();
  });

  test('stand above the forms, which come only when nothing is pushed down any more', async () => {
    const server = fakeSettings();
    server.fail([job(1)]);
    const settings = holdAnswer(server.api, 'GET /admin/settings');
    const couriers = holdAnswer(server.api, 'GET /admin/couriers');
    const { low, main } = await openSettings(server);
    const list = main.getByRole('region', { name: 'Emails not sent' });
    await expect.element(list).toBeVisible();
    const before = list.element().getBoundingClientRect();
    settings.release();
    await expect.element(low).toBeInTheDocument();
    expect(list.element().getBoundingClientRect()).toEqual(before);
    const add = main.getByRole('button', { name: 'Add a courier' });
    await expect.element(add).not.toBeInTheDocument();
    couriers.release();
    await expect.element(add).toBeInTheDocument();
  });

  test('lead from Today to the first thing in the settings', async () => {
    const server = fakeSettings();
    server.fail([job(1), job(2)]);
    server.api['GET /admin/orders'] = () => ({ orders: [], next: null });
    const { main } = await openAdmin('/admin', { api: server.api });
    await main.getByRole('link', { name: 'Look: Emails not sent' }).click();
    const list = main.getByRole('region', { name: 'Emails not sent' });
    await expect.element(list).toBeVisible();
    const { top, bottom } = list.element().getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(window.innerHeight);
  });
});
