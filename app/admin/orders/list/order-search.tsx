import { useEffect, useRef } from 'react';
import { useShortcuts } from '#app/admin/keyboard/use-shortcuts.ts';
import { SearchForm } from '#app/admin/search/search-form.tsx';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { useNavigate } from '#app/ui/link.js';
import { type OrderFilter, orderListPath } from './order-filter.ts';

/** The search field, for everything that a customer may say on the phone. `/` focuses it. */
export function OrderSearch({ filter }: { filter: OrderFilter }) {
  const navigate = useNavigate();
  const seesNames = useRole('owner', 'packer');
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => input.current?.focus() });
  // Back, or another queue, may have changed the search.
  useEffect(() => {
    if (input.current) input.current.value = filter.q ?? '';
  }, [filter.q]);

  function search(typed: string) {
    const { after: _, ...rest } = filter;
    navigate(orderListPath({ ...rest, q: typed || undefined }));
  }

  return (
    <SearchForm
      input={input}
      q={filter.q}
      label="Search orders"
      placeholder={seesNames ? 'Number, name, phone, PIN...' : 'Number, city, PIN...'}
      onSearch={search}
    />
  );
}
