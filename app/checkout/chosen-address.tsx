import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { CheckIcon } from '#app/ui/icons/check.tsx';
import type { Address } from '#contract/addresses.ts';
import { placeLine } from '#domain/address.ts';
import { isolated } from '#domain/isolated.ts';

/** Step 1 when completed: the selected address, with a link to change it. */
export function ChosenAddress({ address, onEdit }: { address: Address; onEdit: () => void }) {
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="flex items-center gap-3 text-xl">
          <span className="grid size-8 shrink-0 place-items-center rounded-full bg-badge-green-ground text-badge-green">
            <CheckIcon />
          </span>
          Shipping Address
        </h2>
        <Button
          tone="quiet"
          className="-mr-4 px-4!"
          aria-label="Edit shipping address"
          onClick={onEdit}
        >
          Edit
        </Button>
      </div>
      <p className="mt-1 text-sm font-medium text-success">Address selected</p>
      <p className="text-sm">
        {isolated(address.full_name)}, {isolated(address.address_line1)}, {placeLine(address)}
      </p>
    </Card>
  );
}
