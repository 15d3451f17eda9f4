import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { showFailure } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { Button } from '#app/ui/button.tsx';
import type { Message, MessageState as State } from '#contract/admin/messages.ts';
import { messageChanged } from './message-queries.ts';

/** Closes a message that needs no (further) answer, or reopens one that needs another. */
export function MessageState({ message: { id, ticket, state } }: { message: Message }) {
  const [busy, setBusy] = useState<State | null>(null);

  const set = async (next: State) =>
    messageChanged(
      await callAdmin('PATCH /admin/messages/{id}', { params: { id }, body: { state: next } }),
    );

  async function change(next: State) {
    setBusy(next);
    try {
      await set(next);
      if (next === 'closed') showSnackbar({ text: `${ticket} closed`, undo: () => set(state) });
    } catch (error) {
      showFailure(error, 'Not changed');
    } finally {
      setBusy(null);
    }
  }

  const button = (next: State, name: string) =>
    state !== next && (
      <Button
        tone="quiet"
        busy={busy === next && 'Saving...'}
        disabled={busy !== null}
        onClick={() => void change(next)}
      >
        {name}
      </Button>
    );

  return (
    <div className="flex flex-wrap max-sm:-ml-6">
      {button('open', 'Open again')}
      {button('closed', 'Close')}
    </div>
  );
}
