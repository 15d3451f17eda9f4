import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { alert, button, reason } from '#test/component/locators.ts';
import { open } from '#test/component/open.tsx';
import { useWrite } from './use-write.ts';

type SenderProps = { send: () => Promise<void>; onClose: () => void };

function Sender({ send, onClose }: SenderProps) {
  const { write, busy, failure } = useWrite({ explain: () => 'Refused' });
  return (
    <dialog open>
      <button type="button" onClick={() => void write(send)}>
        {busy ? 'Sending...' : 'Send'}
      </button>
      <button type="button" onClick={onClose}>
        Close
      </button>
      {failure && <p role="alert">{failure}</p>}
    </dialog>
  );
}

function Closable({ send }: Pick<SenderProps, 'send'>) {
  const [isOpen, setOpen] = useState(true);
  return isOpen && <Sender send={send} onClose={() => setOpen(false)} />;
}

test('a double click sends once, a failure is told in the form, and the next press sends again', async () => {
  const answer = Promise.withResolvers<void>();
  const send = vi.fn(() => answer.promise);
  await open(<Closable send={send} />, {});
  await button('Send').dblClick();
  await expect.element(button('Sending...')).toBeVisible();
  expect(send).toHaveBeenCalledOnce();
  answer.reject(new Error('no'));
  await expect.element(reason).toHaveTextContent('Refused');
  send.mockResolvedValue();
  await button('Send').click();
  await expect.element(reason).not.toBeInTheDocument();
  expect(send).toHaveBeenCalledTimes(2);
});

test('a failure that comes after the form was closed is told by a toast', async () => {
  const answer = Promise.withResolvers<void>();
  await open(<Closable send={() => answer.promise} />, {});
  await button('Send').click();
  await button('Close').click();
  answer.reject(new Error('no'));
  await expect.element(alert).toMatchTextContent('Refused');
});
