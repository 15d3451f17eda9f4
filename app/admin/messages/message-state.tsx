import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { tellFailure } from '#app/admin/tell-failure.ts';
import { showDone } from '#app/admin/undo/undo-store.ts';
import { Button } from '#app/ui/button.tsx';
import type { Message, MessageState as State } from '#contract/admin/messages.ts';
import { messageChanged } from './message-queries.ts';

/** Closes a message that wants no (further) answer, or opens it again. */
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
        showDone({ text: `${ticket} closed`, undo: () => set(state) });
      }
    } catch (error) {
      tellFailure(error, 'Not changed');
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
