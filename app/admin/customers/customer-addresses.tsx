import type { Customer } from '#contract/admin/customers.ts';
import { placeLine } from '#domain/address.ts';
import { isolated } from '#domain/isolated.ts';

/** The addresses of the account, the default one first. */
export function CustomerAddresses({ addresses }: { addresses: Customer['addresses'] }) {
  if (addresses.length === 0) return null;
  return (
    <section className="panel">
      <h2 className="text-lg">Addresses</h2>
      <ul className="mt-2 grid gap-3">
        {addresses.map((address) => (
          <li key={address.id} className="wrap-anywhere">
            <span className="font-medium text-foreground">{address.full_name}</span>
            {address.is_default && <span className="ml-2 text-sm text-muted">default</span>}
            <span className="block">
              {[address.address_line1, address.address_line2 ?? '']
                .filter(Boolean)
                .map(isolated)
                .join(', ')}
            </span>
            <span className="block">{placeLine(address)}</span>
            <span className="block text-sm text-muted">{address.phone}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
