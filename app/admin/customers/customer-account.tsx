import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { saveFile } from '#app/admin/download/save-file.ts';
import { useRecentFactor } from '#app/admin/staff/use-recent-factor.tsx';
import { showDone } from '#app/admin/undo/undo-store.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import type { Customer } from '#contract/admin/customers.ts';
import { dayInIndia, formatDay } from '#domain/day.ts';
import { customerChanged } from './customer-queries.ts';

type Verb = 'end_sessions' | 'remove_factors' | 'export';

/** What each does, said before it is done. */
const VERBS: Record<Verb, { button: string; title: string; text: string; done: string }> = {
  end_sessions: {
    button: 'Sign out everywhere',
    title: 'Sign out everywhere?',
    text: 'Every device of this account is signed out at once. Its owner gets a mail about it and can sign in again.',
    done: 'Signed out everywhere',
  },
  remove_factors: {
    button: 'Remove the second step',
    title: 'Remove the second step?',
    text: 'Do this only when you are sure who asks: afterwards the password alone opens the account. It is signed out everywhere, the recovery codes no longer work, and its owner gets a mail.',
    done: 'Second step removed',
  },
  export: {
    button: 'Export the data',
    title: 'Export this person’s data?',
    text: 'One JSON file with account, addresses, orders, payments and messages. Give it to nobody but this person.',
    done: 'Exported',
  },
};

/** The account and what can be done to it; each asks first, and wants a second factor shown lately. */
export function CustomerAccount({ customer }: { customer: Customer }) {
  const { account } = customer;
  const [asked, setAsked] = useState<Verb | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const { withRecentFactor, step } = useRecentFactor();

  const run = async (verb: Verb) => {
    const params = { id: customer.id };
    if (verb === 'export') {
      const data = await callAdmin('POST /admin/customers/{id}/export', { params });
      const json = JSON.stringify(data, null, 2);
      saveFile(`customer-${dayInIndia(Date.now())}.json`, 'application/json', json);
    } else if (verb === 'end_sessions') {
      customerChanged(await callAdmin('DELETE /admin/customers/{id}/sessions', { params }));
    } else {
      customerChanged(await callAdmin('DELETE /admin/customers/{id}/factors', { params }));
    }
  };

  async function confirm(verb: Verb) {
    setFailure('');
    setBusy(true);
    try {
      await withRecentFactor(() => run(verb));
      setAsked(null);
      showDone({ text: VERBS[verb].done });
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
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
          <Button
            key={verb}
            tone="secondary"
            onClick={() => {
              setFailure('');
              setBusy(false);
              setAsked(verb);
            }}
          >
            {VERBS[verb].button}
          </Button>
        ))}
      </div>
      <Dialog
        title={asked ? VERBS[asked].title : ''}
        open={asked !== null}
        onClose={() => setAsked(null)}
      >
        {asked &&
          (step ?? (
            <div className="grid gap-5">
              <p>{VERBS[asked].text}</p>
              {failure && <InlineAlert>{failure}</InlineAlert>}
              <Button busy={busy && 'Working...'} onClick={() => void confirm(asked)}>
                {VERBS[asked].button}
              </Button>
            </div>
          ))}
      </Dialog>
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
          <dd className="font-medium text-ink tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
