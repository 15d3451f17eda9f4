import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { showFailure } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { Button } from '#app/ui/button.tsx';
import type { Customer } from '#contract/admin/customers.ts';
import { formatDay } from '#domain/day.ts';
import { customerChanged } from './customer-queries.ts';

/** Whether the customer may pay in cash, and the button that changes it. */
export function CustomerCash({ customer: { id, cash_blocked_at: since } }: { customer: Customer }) {
  const [busy, setBusy] = useState(false);

  const write = async (blocked: boolean) => {
    const request = { params: { id } };
    customerChanged(
      blocked
        ? await callAdmin('POST /admin/customers/{id}/cash-block', request)
        : await callAdmin('DELETE /admin/customers/{id}/cash-block', request),
    );
  };

  async function change() {
    const blocked = since === null;
    setBusy(true);
    try {
      await write(blocked);
      showSnackbar({
        text: blocked ? 'Cash on delivery refused' : 'Cash on delivery allowed',
        undo: () => write(!blocked),
      });
    } catch (error) {
      showFailure(error, 'Not changed');
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className="panel grid gap-3">
      <h2 className="text-lg">Cash on delivery</h2>
      <p>
        {since === null
          ? 'Allowed, within the limits under Settings.'
          : `Refused since ${formatDay(since)}: this customer can only pay online. Orders placed before are not changed.`}
      </p>
      <Button tone="secondary" busy={busy && 'Saving...'} onClick={() => void change()}>
        {since === null ? 'Refuse cash on delivery' : 'Allow cash on delivery'}
      </Button>
    </section>
  );
}
