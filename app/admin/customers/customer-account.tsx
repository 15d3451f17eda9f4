import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx';
import { showFailure } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useRecentFactor } from '#app/admin/staff/use-recent-factor.tsx';
import { serverNow } from '#app/shell/api/server-clock.ts';
import { saveFile } from '#app/shell/document/save-file.ts';
import { Button } from '#app/ui/button.tsx';
import type { Customer } from '#contract/admin/customers.ts';
import { dayInIndia, formatDay } from '#domain/day.ts';
import { customerChanged } from './customer-queries.ts';

type Verb = 'end_sessions' | 'remove_factors' | 'export';

/** The texts that say what each verb will do. */
const VERBS: Record<
  Verb,
  { button: string; title: string; text: string; done: string; failed: string }
> = {
  end_sessions: {
    button: 'Sign out everywhere',
    title: 'Sign out everywhere?',
    text: 'Every device of this account is signed out at once. Its owner gets an email about it and can sign in again.',
    done: 'Signed out everywhere',
    failed: 'Not signed out',
  },
  remove_factors: {
    button: 'Remove the second step',
    title: 'Remove the second step?',
    text: 'Do this only when you are sure who asks: afterwards the password alone opens the account. It is signed out everywhere, the recovery codes no longer work, and its owner gets an email.',
    done: 'Second step removed',
    failed: 'Second step not removed',
  },
  export: {
    button: 'Export the data',
    title: 'Export this person’s data?',
    text: 'One JSON file with account, addresses, orders, payments and messages. Give it to nobody but this person.',
    done: 'Exported',
    failed: 'Not exported',
  },
};

/** The account and its actions. Each asks for a confirmation and requires a recent second factor. */
export function CustomerAccount({ customer }: { customer: Customer }) {
  const { account } = customer;
  const [confirming, setConfirming] = useState<Verb | null>(null);
  const [busy, setBusy] = useState<Verb | null>(null);
  const { withRecentFactor, step } = useRecentFactor(confirming);
  const close = () => setConfirming(null);

  const run = async (verb: Verb) => {
    const params = { id: customer.id };
    if (verb === 'export') {
      const data = await callAdmin('POST /admin/customers/{id}/export', { params });
      const json = JSON.stringify(data, null, 2);
      saveFile(`customer-${dayInIndia(serverNow())}.json`, 'application/json', json);
    } else if (verb === 'end_sessions') {
      customerChanged(await callAdmin('DELETE /admin/customers/{id}/sessions', { params }));
    } else {
      customerChanged(await callAdmin('DELETE /admin/customers/{id}/factors', { params }));
    }
  };

  async function confirm(verb: Verb) {
    setBusy(verb);
    try {
      await withRecentFactor(() => run(verb));
      showSnackbar({ text: VERBS[verb].done });
    } catch (error) {
      const { failed } = VERBS[verb];
      // An export without a response has changed nothing and can be repeated.
      showFailure(error, failed, verb === 'export' ? failed : undefined);
    } finally {
      setBusy((now) => (now === verb ? null : now));
      // Closes only the dialog that started this request: another one may have been opened since.
      setConfirming((now) => (now === verb ? null : now));
    }
  }

  const possible: Verb[] = [
    ...(account && account.sessions > 0 ? ['end_sessions' as const] : []),
    ...(account && account.factors > 0 && !account.staff ? ['remove_factors' as const] : []),
    'export',
  ];

  return (
    <section className="panel grid gap-3">
      <h2 className="text-lg">{account ? 'Account' : 'Data'}</h2>
      {account && <Facts account={account} />}
      <div className="grid gap-2">
        {possible.map((verb) => (
          <Button key={verb} tone="secondary" onClick={() => setConfirming(verb)}>
            {VERBS[verb].button}
          </Button>
        ))}
      </div>
      <ConfirmDialog
        open={confirming !== null}
        title={confirming ? VERBS[confirming].title : ''}
        step={step}
        keep="Back"
        verb={confirming ? VERBS[confirming].button : ''}
        busy={busy !== null && busy === confirming && 'Working...'}
        onClose={close}
        onConfirm={() => confirming && void confirm(confirming)}
      >
        <p>{confirming && VERBS[confirming].text}</p>
      </ConfirmDialog>
    </section>
  );
}

function Facts({ account }: { account: NonNullable<Customer['account']> }) {
  const facts = [
    ['Since', formatDay(account.created_at)],
    ['Signed in last', account.last_sign_in_at ? formatDay(account.last_sign_in_at) : 'never'],
    ['Open sessions', account.sessions],
    ['Second steps', account.factors],
    ...(account.staff ? [['Staff', 'yes'] as const] : []),
  ] as const;
  return (
    <dl className="grid gap-1">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="text-muted">{name}</dt>
          <dd className="font-medium text-foreground tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
