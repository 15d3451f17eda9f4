import { expect, test } from 'vitest';
import { signOut } from '#app/shell/session/session.ts';
import type { ContactMessage } from '#contract/contact.ts';
import { openAccount, sessionOf } from '#test/component/account.tsx';
import { type Handlers, unreachable } from '#test/component/fake-api.ts';
import { ASHA, open } from '#test/component/open.tsx';
import { ContactForm } from './contact-form.tsx';

type Screen = Awaited<ReturnType<typeof open>>['screen'];

const MESSAGE = [
  ['Name', 'Asha Rao'],
  ['Email', 'asha@example.com'],
  ['Subject', 'A gift'],
  ['Message', 'Do you wrap?'],
] as const;

const loadName = async () => 'Asha Rao';
const field = (screen: Screen, name: string) => screen.getByRole('textbox', { name });
const send = (screen: Screen) => screen.getByRole('button', { name: 'Send Message' }).click();

const openAsGuest = (api: Handlers) =>
  open(<ContactForm loadName={loadName} />, { path: '/contact', api, as: null });

async function fillIn(screen: Screen) {
  for (const [name, text] of MESSAGE) await field(screen, name).fill(text);
}

test('what a message lacks is told at its field, and the first such field has the focus', async () => {
  const { screen, requests } = await openAsGuest({});
  await send(screen);
  await expect.element(field(screen, 'Message')).toHaveAccessibleDescription('Message is required');
  await expect.element(field(screen, 'Name')).toHaveFocus();
  await fillIn(screen);
  await field(screen, 'Email').fill('asha@nowhere');
  await send(screen);
  await expect.element(screen.getByText('Invalid email address')).toBeVisible();
  await expect.element(field(screen, 'Email')).toHaveFocus();
  await expect.element(field(screen, 'Message')).toHaveValue('Do you wrap?');
  expect(requests).not.toContain('POST /contact-messages');
});

test('a message that cannot be sent stays in the form, a sent one is confirmed and leaves it empty', async () => {
  const sent: ContactMessage[] = [];
  const api: Handlers = { 'POST /contact-messages': unreachable };
  const { screen } = await openAsGuest(api);
  await fillIn(screen);
  await send(screen);
  const away = 'We could not reach the shop. Please check your connection and try again.';
  await expect.element(screen.getByRole('alert')).toMatchTextContent(away);
  await expect.element(field(screen, 'Message')).toHaveValue('Do you wrap?');
  api['POST /contact-messages'] = ({ body }) => {
    sent.push(body);
    return undefined;
  };
  await send(screen);
  const status = screen.getByRole('status');
  await expect.element(status).toMatchTextContent(/Message Sent!/);
  await expect.element(status).toMatchTextContent("We'll get back to you within 24 hours.");
  for (const [name] of MESSAGE) await expect.element(field(screen, name)).toHaveValue('');
  expect(sent).toMatchObject([
    { name: 'Asha Rao', email: 'asha@example.com', subject: 'A gift', message: 'Do you wrap?' },
  ]);
});

test('what the shopper has typed is not replaced when the account’s name arrives late', async () => {
  const name = Promise.withResolvers<string>();
  const { screen } = await open(<ContactForm loadName={() => name.promise} />, {
    path: '/contact',
  });
  await expect.element(field(screen, 'Email')).toHaveValue(ASHA.email);
  await field(screen, 'Email').fill('aunt@example.com');
  await field(screen, 'Name').fill('My aunt');
  await field(screen, 'Subject').click();
  name.resolve('Asha Rao');
  await name.promise;
  await expect.element(field(screen, 'Name')).toHaveValue('My aunt');
  await expect.element(field(screen, 'Email')).toHaveValue('aunt@example.com');
});

test('an order’s link names the order in the subject, and moves to the form', async () => {
  const { screen } = await open(<ContactForm loadName={loadName} />, {
    path: '/contact#order=AP-7KQ-M2X',
  });
  await expect.element(field(screen, 'Subject')).toHaveValue('Order #AP-7KQ-M2X');
  await expect.element(field(screen, 'Name')).toHaveValue('Asha Rao');
  await expect.element(screen.getByRole('heading', { name: 'Send us a message' })).toHaveFocus();
});

test('who is signed in finds name and email filled in, and the next one on this device does not', async () => {
  const { screen } = await openAccount({
    path: '/contact',
    as: sessionOf(),
    pages: { '/contact': <ContactForm loadName={loadName} /> },
  });
  await expect.element(field(screen, 'Email')).toHaveValue(ASHA.email);
  await expect.element(field(screen, 'Name')).toHaveValue('Asha Rao');
  await expect.element(field(screen, 'Subject')).toHaveValue('');
  await field(screen, 'Name').fill('Asha, for my aunt');
  await signOut();
  await expect.element(field(screen, 'Email')).toHaveValue('');
  await expect.element(field(screen, 'Name')).toHaveValue('Asha, for my aunt');
});
