import { callAdmin } from '#app/admin/api.ts';
import { ConfirmButton } from '#app/admin/buttons.tsx';
import { Facts } from '#app/admin/facts.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { serverNow } from '#app/shell/api/server-clock.ts';
import { saveFile } from '#app/shell/document/save-file.ts';
import type { Customer } from '#contract/admin/customers.ts';
import { dayInIndia, formatDay } from '#domain/day.ts';

type CustomerAccountProps = { customer: Customer; onChange: (customer: Customer) => void };

/** The account and its actions. Each asks for a confirmation and requires a recent second factor. */
export function CustomerAccount({ customer, onChange }: CustomerAccountProps) {
  const { account } = customer;
  const request = { params: { id: customer.id } };

  const action = (verb: string, about: string, done: string, work: () => Promise<void>) => (
    <ConfirmButton
      title={`${verb}?`}
      keep="Back"
      verb={verb}
      work={async () => {
        await work();
        showSnackbar({ text: done });
      }}
      failed={`Not done: ${verb.toLowerCase()}`}
      button={{ tone: 'secondary', children: verb }}
    >
      <p>{about}</p>
    </ConfirmButton>
  );

  return (
    <section className="panel grid gap-3">
      <h2 className="text-lg">{account ? 'Account' : 'Data'}</h2>
      {account && <AccountFacts account={account} />}
      <div className="grid gap-2">
        {account &&
          account.sessions > 0 &&
          action(
            'Sign out everywhere',
            'Every device of this account is signed out at once. Its owner gets an email about it and can sign in again.',
            'Signed out everywhere',
            async () => onChange(await callAdmin('DELETE /admin/customers/{id}/sessions', request)),
          )}
        {account &&
          account.factors > 0 &&
          !account.staff &&
          action(
            'Remove the second step',
            'Do this only when you are sure who asks: afterwards the password alone opens the account. It is signed out everywhere, the recovery codes no longer work, and its owner gets an email.',
            'Second step removed',
            async () => onChange(await callAdmin('DELETE /admin/customers/{id}/factors', request)),
          )}
        {action(
          'Export the data',
          'One JSON file with account, addresses, orders, payments and messages. Give it to nobody but this person.',
          'Exported',
          async () => {
            const data = await callAdmin('POST /admin/customers/{id}/export', request);
            const json = JSON.stringify(data, null, 2);
            saveFile(`customer-${dayInIndia(serverNow())}.json`, 'application/json', json);
          },
        )}
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
