import { expect, test } from 'vitest';
import { type Handlers, refusing } from '#test/component/fake-api.ts';
import { open } from '#test/component/open.tsx';
import { NewsletterBox } from './newsletter-box.tsx';

async function openBox(api: Handlers) {
  const { screen, requests } = await open(<NewsletterBox label="Newsletter" />, {
    api,
    as: null,
  });
  const form = screen.getByRole('form', { name: 'Newsletter', exact: true });
  return {
    screen,
    requests,
    field: form.getByRole('textbox', { name: 'Address for the newsletter' }),
    subscribe: () => form.getByRole('button', { name: 'Subscribe' }).click(),
  };
}

test('a sent address is answered with a toast, and leaves the field empty', async () => {
  const sent: string[] = [];
  const { screen, field, subscribe } = await openBox({
    'POST /newsletter-subscriptions': ({ body }) => {
      sent.push(body.email);
      return undefined;
    },
  });
  await field.fill('asha@example.com');
  await subscribe();
  await expect.element(screen.getByRole('status')).toMatchTextContent(/Check your email/);
  await expect
    .element(screen.getByRole('status'))
    .toMatchTextContent(/We have sent you a link\. Open it to confirm your subscription\./);
  await expect.element(field).toHaveValue('');
  expect(sent).toEqual(['asha@example.com']);
});

test('what is no address is said by the browser, or by the server, and stays', async () => {
  const { screen, requests, field, subscribe } = await openBox({
    'POST /newsletter-subscriptions': refusing('invalid_input', {
      fields: { email: 'Invalid email address' },
    }),
  });
  await field.fill('asha');
  await subscribe();
  expect(document.querySelector('input[name=email]:invalid')).not.toBeNull();
  expect(requests).not.toContain('POST /newsletter-subscriptions');
  await field.fill('asha@nowhere.in');
  await subscribe();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Invalid email address/);
  await expect.element(field).toHaveValue('asha@nowhere.in');
});
