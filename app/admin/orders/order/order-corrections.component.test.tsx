import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppError } from '#contract/errors.ts';
import { changeElsewhere, count } from '#test/component/admin.tsx';
import { holdAnswer, refuse } from '#test/component/fake-api.ts';
import { AN_ADDRESS, anEvent, numberOf, onItsWay } from '#test/component/fake-orders.ts';
import { expectVisible } from '#test/component/layout.ts';
import { delivered, dialog, FIRST, openOrder } from '#test/component/order-screen.tsx';

describe('the address form', () => {
  const PATCH = 'PATCH /admin/orders/{id}/address';

  async function openAddress() {
    const opened = await openOrder();
    const { server } = opened;
    server.api[PATCH] = ({ params, body }) => {
      const { version, address_line2 = null, ...others } = body;
      const order = server.find(params.id);
      const last = order.events.at(-1) ?? null;
      if (order.version !== version)
        throw new AppError('order_changed', { order: { ...order, last } });
      const shipping_address = { ...others, address_line2 };
      return server.change(params.id, { shipping_address }, 'correct_address');
    };
    await opened.button('Correct address').click();
    const form = page.getByRole('dialog', { name: /^Address of AP-/ });
    await expect.element(form.getByLabelText('Full Name')).toHaveValue('Meera Iyer');
    return { ...opened, form, save: form.getByRole('button', { name: 'Save address' }) };
  }

  test('tells what a colleague changed meanwhile, keeps what was typed, and does not move', async () => {
    const { form, main, save, server, told } = await openAddress();
    await form.getByLabelText('City').fill('Ujjain');
    const before = save.element().getBoundingClientRect();
    server.act(FIRST, { verb: 'pack', version: 1 });
    await changeElsewhere();
    await expect.element(main.getByText('To hand over', { exact: true })).toBeInTheDocument();
    expect(save.element().getBoundingClientRect()).toEqual(before);
    await save.click();
    await expect
      .element(form.getByRole('alert'))
      .toMatchTextContent('It is now: To hand over. The last step was “Packed”, by the staff.');
    await expect.element(form.getByLabelText('City')).toHaveValue('Ujjain');
    await save.click();
    await expect.element(told('has the corrected address')).toBeVisible();
    expect(server.find(FIRST).shipping_address?.city).toBe('Ujjain');
  });

  test('shows what somebody else has saved, and replaces it with a second save', async () => {
    const { form, save, server, told } = await openAddress();
    await form.getByLabelText('City').fill('Ujjain');
    await form.getByLabelText('Phone Number').fill('9123456780');
    const theirs = { ...AN_ADDRESS, postal_code: '456010', phone: '9000000001' };
    server.change(FIRST, { shipping_address: theirs }, 'correct_address');
    await save.click();
    await expect.element(form).toMatchTextContent('Phone9000000001Postal code456010');
    expect(server.find(FIRST).shipping_address).toEqual(theirs);
    await save.click();
    await expect.element(told('has the corrected address')).toBeVisible();
    const { postal_code } = AN_ADDRESS;
    const mine = { city: 'Ujjain', phone: '9123456780', postal_code };
    expect(server.find(FIRST).shipping_address).toMatchObject(mine);
  });
});

describe('a tracking number', () => {
  test('that is none or another parcel’s is refused in its dialog, and a right one replaces it', async () => {
    const { button, main, server, told } = await openOrder(onItsWay(1));
    server.api['PATCH /admin/orders/{id}/parcel'] = ({ params, body }) => {
      if (body.tracking_number === 'TAKEN00001') throw new AppError('tracking_number_taken');
      const [parcel] = server.find(params.id).shipments;
      const shipments = parcel
        ? [{ ...parcel, tracking_number: body.tracking_number ?? null }]
        : [];
      return server.change(params.id, { shipments }, 'correct_parcel');
    };
    await button('Correct tracking').click();
    const field = dialog.getByRole('textbox', { name: 'Tracking number' });
    await expect.element(field).toHaveValue('DL100001');
    const save = async (number: string) => {
      await field.fill(number);
      await dialog.getByRole('button', { name: 'Save' }).click();
    };
    await save('no number');
    await expect.element(dialog.getByText('Not a tracking number')).toBeVisible();
    await save('taken00001');
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('tracking number');
    await save('right00001');
    await expect.element(told(/^Tracking of AP-.* corrected/)).toBeVisible();
    await expect
      .element(main.getByRole('region', { name: 'Next step' }))
      .toMatchTextContent('RIGHT00001');
  });

  test('that somebody else has corrected meanwhile is shown, and replaced by a second save', async () => {
    const { button, server, told } = await openOrder(onItsWay(1));
    const put = (tracking_number: string) => {
      const shipments = server.find(FIRST).shipments.map((each) => ({ ...each, tracking_number }));
      return server.change(FIRST, { shipments }, 'correct_parcel');
    };
    server.api['PATCH /admin/orders/{id}/parcel'] = ({ body }) => {
      const order = server.find(FIRST);
      if (order.version !== body.version)
        throw new AppError('order_changed', { order: { ...order, last: null } });
      return put(body.tracking_number ?? '');
    };
    await button('Correct tracking').click();
    await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('MINE000001');
    put('THEIRS0001');
    const save = dialog.getByRole('button', { name: 'Save' });
    await save.click();
    await expect.element(dialog).toMatchTextContent('Tracking numberTHEIRS0001');
    await save.click();
    await expect.element(told(/^Tracking of AP-.* corrected/)).toBeVisible();
    expect(server.find(FIRST).shipments).toMatchObject([{ tracking_number: 'MINE000001' }]);
  });

  test('of a delivered parcel is corrected without an email', async () => {
    const { button } = await openOrder(delivered());
    await button('Correct tracking').click();
    await expect.element(dialog).toMatchTextContent('No email is sent about it.');
  });
});

describe('the last email, sent again', () => {
  const EMAILS = 'POST /admin/orders/{id}/emails';

  test('is told, and a second time at once is refused', async () => {
    const { button, main, server, told } = await openOrder(onItsWay(1));
    const subject = `Order #${numberOf(1)} is on its way`;
    await expectVisible(main, 'The last one about this order, to meera@example.in');
    server.api[EMAILS] = ({ params }) => {
      const order = server.change(params.id, {}, 'send_email_again');
      order.events.splice(-1, 1, anEvent('send_email_again', undefined, { subject }));
      return order;
    };
    await button('Send the email again').click();
    await expect.element(told(`“${subject}” is sent again to meera@example.in`)).toBeVisible();
    const entry = main.getByRole('listitem').filter({ hasText: 'Email sent again' });
    await expect.element(entry).toMatchTextContent(subject);
    refuse(
      server.api,
      EMAILS,
      new AppError('email_waits', { message: 'Another one can be sent in 40 seconds.' }),
    );
    await button('Send the email again').click();
    await expect.element(page.getByText('Another one can be sent in 40 seconds.')).toBeVisible();
    await count(entry).toBe(1);
  });

  test('leaves its button under the thumb while it works and when the history has grown', async () => {
    const { main, server } = await openOrder(onItsWay(1));
    const button = main.getByRole('button', { name: /^(Send the email again|Sending\.\.\.)$/ });
    button.element().scrollIntoView({ block: 'center' });
    // Some browsers of phones do not keep the scroll position when something is added above.
    const { style } = document.documentElement;
    style.setProperty('overflow-anchor', 'none');
    const place = () => button.element().getBoundingClientRect().top;
    const before = place();
    server.api[EMAILS] = ({ params }) => server.change(params.id, {}, 'send_email_again');
    const answer = holdAnswer(server.api, EMAILS);
    await button.click();
    await expect.element(button).toMatchTextContent('Sending...');
    expect(place()).toBe(before);
    answer.release();
    await expect.element(main.getByText('Email sent again')).toBeVisible();
    expect(place()).toBe(before);
    style.removeProperty('overflow-anchor');
  });
});
