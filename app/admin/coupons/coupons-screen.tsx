import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callAdmin, read, reload } from '#app/admin/api.ts';
import { ConfirmButton, WriteButton } from '#app/admin/buttons.tsx';
import { List } from '#app/admin/list.tsx';
import { Loaded, Screen } from '#app/admin/screen.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import type { AdminCoupon, CouponChange } from '#contract/admin/coupons.ts';
import { formatRupees } from '#domain/money.ts';
import { CouponForm } from './coupon-form.tsx';
import { describeTerms } from './coupon-terms.ts';

/** The discount codes with what they have sold; owners create, pause and end them. */
export default function CouponsScreen() {
  const owner = useRole('owner');
  const [creating, setCreating] = useState(false);
  const found = useQuery(read('GET /admin/coupons'));
  const create = owner && !creating && (
    <Button onClick={() => setCreating(true)}>Create a code</Button>
  );
  return (
    <Screen heading="Discount codes" aside={create || undefined}>
      {creating && <CouponForm onDone={() => setCreating(false)} />}
      <Loaded query={found}>
        {({ coupons, newsletter }) => (
          <>
            {coupons.length === 0 && <p className="text-muted">There are no codes yet.</p>}
            <List>
              {coupons.map((coupon) => (
                <Row key={coupon.code} coupon={coupon} owner={owner} />
              ))}
            </List>
            {newsletter.given > 0 && (
              <p className="panel">
                Personal codes of the newsletter: {newsletter.given} given, {usesOf(newsletter)}.
              </p>
            )}
          </>
        )}
      </Loaded>
    </Screen>
  );
}

const STATES: Record<AdminCoupon['state'], [name: string, tone: BadgeTone]> = {
  open: ['Valid', 'green'],
  planned: ['Planned', 'blue'],
  paused: ['Paused', 'yellow'],
  used_up: ['Used up', 'neutral'],
  over: ['Over', 'neutral'],
  ended: ['Ended', 'neutral'],
};

function Row({ coupon, owner }: { coupon: AdminCoupon; owner: boolean }) {
  const { code, state } = coupon;
  const [name, tone] = STATES[state];
  const change = (action: CouponChange['action'], text: string) => async () => {
    await callAdmin('PATCH /admin/coupons/{code}', { params: { code }, body: { action } });
    reload('coupons');
    showSnackbar({ text: `${code} ${text}` });
  };
  const refresh = () => reload('coupons');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border px-4 py-3 last:border-0">
      <div className="min-w-52 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 font-semibold text-foreground">
          <span translate="no">{code}</span> <Badge tone={tone}>{name}</Badge>
        </p>
        <p className="text-sm">{describeTerms(coupon)}</p>
        <p className="text-sm text-muted tabular-nums">{usesOf(coupon)}</p>
      </div>
      {owner && state !== 'ended' && state !== 'over' && (
        <div className="-ml-6 flex flex-wrap sm:ml-0">
          {state === 'paused' ? (
            <WriteButton
              tone="quiet"
              aria-label={`Resume ${code}`}
              work={change('resume', 'is valid again')}
              onFailure={refresh}
            >
              Resume
            </WriteButton>
          ) : (
            <WriteButton
              tone="quiet"
              aria-label={`Pause ${code}`}
              work={change('pause', 'is paused')}
              onFailure={refresh}
            >
              Pause
            </WriteButton>
          )}
          <ConfirmButton
            title={`End ${code}?`}
            keep="Keep it"
            verb="End it"
            work={change('end', 'has ended')}
            failed="Not ended"
            button={{ tone: 'quiet', 'aria-label': `End ${code}`, children: 'End' }}
          >
            <p>Nobody can use it any more, and it cannot be made valid again. Orders keep it.</p>
          </ConfirmButton>
        </div>
      )}
    </li>
  );
}

const usesOf = ({ uses, discount }: { uses: number; discount: number }) =>
  uses === 0
    ? 'not used yet'
    : `used ${uses === 1 ? 'once' : `${uses} times`}, ${formatRupees(discount)} off`;
