import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { showFailure } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { Button } from '#app/ui/button.tsx';
import type { Message, MessageState as State } from '#contract/admin/messages.ts';
import { messageChanged } from './message-queries.ts';

/** Closes a message that needs no (further) answer, or reopens it. */
export function MessageState({ message: { id, ticket, state } }: { message: Message }) {
  const [busy, setBusy] = useState(false);

  const set = async (next: State) =>
    messageChanged(
      await callAdmin('PATCH /admin/messages/{id}', { params: { id }, body: { state: next } }),
    );

  async function change() {
    setBusy(true);
    try {
      if (state === 'closed') await set('open');
      else {
        await set('closed');
        showSnackbar({ text: `${ticket} closed`, undo: () => set(state) });
      }
    } catch (error) {
      showFailure(error, 'Not changed');
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      tone="quiet"
      className="max-sm:-ml-6"
      busy={busy && 'Saving...'}
      onClick={() => void change()}
    >
      {state === 'closed' ? 'Open again' : 'Close'}
    </Button>
  );
}
