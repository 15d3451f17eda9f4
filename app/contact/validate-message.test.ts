import { expect, test } from 'vitest';
import { validateMessage } from './validate-message.ts';

test.each(['asha', 'asha@', '@example.com', 'asha@example', 'a b@example.com', 'a@b@example.com'])(
  '%s is not an email address',
  (email) => {
    const message = { name: 'Asha', subject: 'A gift', message: 'Do you wrap?' };
    expect(validateMessage({ ...message, email: 'asha@example.com' })).toEqual({});
    expect(validateMessage({ ...message, email })).toEqual({ email: 'Invalid email address' });
  },
);
