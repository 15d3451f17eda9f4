import { callAdmin } from '#app/admin/call-admin.ts';
import { ConfirmButton } from '#app/admin/confirm-dialog.tsx';
import { Facts } from '#app/admin/facts.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { serverNow } from '#app/shell/api/server-clock.ts';
import { saveFile } from '#app/shell/document/save-file.ts';
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

  const possible: Verb[] = [
    ...(account && account.sessions > 0 ? ['end_sessions' as const] : []),
    ...(account && account.factors > 0 && !account.staff ? ['remove_factors' as const] : []),
    'export',
  ];

  return (
    <section className="panel grid gap-3">
      <h2 className="text-lg">{account ? 'Account' : 'Data'}</h2>
      {account && <AccountFacts account={account} />}
      <div className="grid gap-2">
        {possible.map((verb) => {
          const { button, title, text, done, failed } = VERBS[verb];
          return (
            <ConfirmButton
              key={verb}
              title={title}
              keep="Back"
              verb={button}
              work={async () => {
                await run(verb);
                showSnackbar({ text: done });
              }}
              failed={failed}
              // An export without a response has changed nothing and can be repeated.
              {...(verb === 'export' && { lost: failed })}
              button={{ tone: 'secondary', children: button }}
            >
              <p>{text}</p>
            </ConfirmButton>
          );
        })}
      </div>
    </section>
  );
}

function AccountFacts({ account }: { account: NonNullable<Customer['account']> }) {
  const { created_at, last_sign_in_at, sessions, factors, staff } = account;
  return (
    <Facts
      facts={[
        ['Since', formatDay(created_at)],
        ['Signed in last', last_sign_in_at ? formatDay(last_sign_in_at) : 'never'],
        ['Open sessions', sessions],
        ['Second steps', factors],
        ...(staff ? [['Staff', 'yes'] as const] : []),
      ]}
    />
  );
}
