import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { callAdmin, read, reload } from '#app/admin/api.ts';
import { ConfirmButton, compact } from '#app/admin/buttons.tsx';
import { List, Pages } from '#app/admin/list.tsx';
import { Loaded, Screen } from '#app/admin/screen.tsx';
import { SearchForm } from '#app/admin/search/search-form.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { Button } from '#app/ui/button.tsx';
import { Link, useNavigate } from '#app/ui/link.js';
import type { AreaRule } from '#contract/admin/delivery.ts';
import { AreaForm } from './area-form.tsx';
import { AreaListForm } from './area-list-form.tsx';
import { areaText } from './area-text.ts';

const PATH = '/admin/delivery';

/** The rules of delivery by PIN code, one by one and as a courier's list; `/` focuses the search. */
export default function DeliveryScreen() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [open, setOpen] = useState<string | null>(null);
  const q = params.get('q') || undefined;
  const after = params.get('after') || undefined;
  const list = useQuery({
    ...read('GET /admin/delivery/areas', { query: { q, after } }),
    placeholderData: keepPreviousData,
  });
  const to = (query: Record<string, string>) =>
    `${PATH}?${new URLSearchParams({ ...(q && { q }), ...query })}` as const;
  return (
    <Screen heading="Delivery">
      <p className="text-sm text-muted">
        Where nothing is said of a PIN code, what{' '}
        <Link to="/admin/settings" className="underline underline-offset-4">
          Settings
        </Link>{' '}
        say of delivery counts: the whole country is served, with cash on delivery, in 3-5 business
        days. A rule for 411 counts for all PIN codes that begin with it, and one for 411001 before
        that.
      </p>
      <SearchForm
        q={q}
        label="Search PIN codes"
        placeholder="PIN code or its first digits..."
        validate={(typed) => (/^([1-9]\d{0,5})?$/.test(typed) ? undefined : 'One to six digits')}
        onSearch={(typed) =>
          navigate(typed ? `${PATH}?${new URLSearchParams({ q: typed })}` : PATH)
        }
      />
      <Loaded query={list}>
        {({ areas, total, next }) => (
          <>
            <h2 className="text-sm font-medium text-muted">
              {q
                ? `What counts for ${q}`
                : `${total.toLocaleString('en-IN')} ${total === 1 ? 'rule' : 'rules'}`}
            </h2>
            <List busy={list.isPlaceholderData}>
              {areas.map((area) => (
                <li key={area.prefix} className="border-b border-border px-4 py-2.5 last:border-0">
                  {open === area.prefix ? (
                    <AreaForm area={area} onDone={() => setOpen(null)} />
                  ) : (
                    <Row area={area} onChange={() => setOpen(area.prefix)} />
                  )}
                </li>
              ))}
            </List>
            <Pages after={after} next={next} to={(last) => to(last ? { after: last } : {})} />
          </>
        )}
      </Loaded>
      {open === 'new' ? (
        <div className="panel">
          <AreaForm area={null} onDone={() => setOpen(null)} />
        </div>
      ) : (
        <Button tone="secondary" className="justify-self-start" onClick={() => setOpen('new')}>
          Add a rule
        </Button>
      )}
      <AreaListForm />
    </Screen>
  );
}

function Row({ area, onChange }: { area: AreaRule; onChange: () => void }) {
  const { prefix } = area;
  async function remove() {
    await callAdmin('DELETE /admin/delivery/areas/{prefix}', { params: { prefix } });
    reload('delivery');
    showSnackbar({ text: `Rule for ${prefix} removed` });
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="min-w-60 flex-1">
        <span className="font-medium text-foreground tabular-nums">{prefix}</span>
        <span className="block text-sm text-muted">{areaText(area)}</span>
      </p>
      <div className="-mr-3.5 flex max-sm:-ml-3.5">
        <Button {...compact('Change', `Change the rule for ${prefix}`)} onClick={onChange} />
        <ConfirmButton
          button={compact('Remove', `Remove the rule for ${prefix}`)}
          title={`Remove the rule for ${prefix}?`}
          keep="Keep"
          verb="Remove"
          work={remove}
          failed="Not removed"
        >
          <p>Orders from then on follow the rule for fewer digits, or what Settings say.</p>
        </ConfirmButton>
      </div>
    </div>
  );
}
