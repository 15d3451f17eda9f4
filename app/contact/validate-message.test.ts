import { expect, test } from 'vitest';
import { validateMessage } from './validate-message.ts';

const MESSAGE = {
  name: 'Asha',
  email: 'asha@example.com',
  subject: 'A gift',
  message: 'Do you wrap?',
};

test('every field is required, and errors come in the order of the form', () => {
  expect(validateMessage(MESSAGE)).toEqual({});
  const faults = validateMessage({ name: '', email: '', subject: '', message: '' });
  expect(Object.entries(faults)).toEqual([
    ['name', 'Name is required'],
    ['email', 'Email is required'],
    ['subject', 'Subject is required'],
    ['message', 'Message is required'],
  ]);
});

test.each(['asha', 'asha@', '@example.com', 'asha@example', 'a b@example.com', 'a@b@example.com'])(
  '%s is not an email address',
  (email) => {
    expect(validateMessage({ ...MESSAGE, email })).toEqual({ email: 'Invalid email address' });
  },
);
