import { useState } from 'react';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import type { Courier } from '#contract/admin/couriers.ts';
import { CourierForm } from './courier-form.tsx';

/** The couriers, with the URLs of their tracking pages. */
export function Couriers({ couriers }: { couriers: readonly Courier[] }) {
  const [open, setOpen] = useState<string | null>(null);
  const close = () => setOpen(null);
  return (
    <section className="panel grid gap-3">
      <h2 className="text-lg">Couriers</h2>
      <ul>
        {couriers.map((courier) => (
          <li key={courier.id} className="border-b border-border py-2">
            {open === courier.id ? (
              <CourierForm courier={courier} onDone={close} />
            ) : (
              <div className="flex items-center gap-x-3">
                <p className="min-w-0 flex-1">
                  <span className="font-medium text-foreground">{courier.name}</span>
                  <span className="block truncate text-sm text-muted">
                    {courier.numbered
                      ? (courier.tracking_url ?? 'No tracking page')
                      : 'No tracking numbers'}
                  </span>
                </p>
                {!courier.active && <Badge>Not in use</Badge>}
                <Button
                  tone="quiet"
                  aria-label={`Change ${courier.name}`}
                  onClick={() => setOpen(courier.id)}
                >
                  Change
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {open === 'new' ? (
        <CourierForm courier={null} onDone={close} />
      ) : (
        <Button tone="secondary" className="justify-self-start" onClick={() => setOpen('new')}>
          Add a courier
        </Button>
      )}
    </section>
  );
}
