import { useEffect, useRef } from 'react';
import { useShortcuts } from '#app/admin/keyboard/use-shortcuts.ts';
import { Button } from '#app/ui/button.tsx';
import { SearchIcon } from '#app/ui/icons/search.tsx';
import { useNavigate } from '#app/ui/link.js';
import { type OrderFilter, orderListPath } from './order-filter.ts';

/** One field for everything that somebody may say on the phone. `/` leads into it. */
export function OrderSearch({ filter }: { filter: OrderFilter }) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => input.current?.focus() });
  // Back, or another queue, has changed what is searched for.
  useEffect(() => {
    if (input.current) input.current.value = filter.q ?? '';
  }, [filter.q]);

  function search() {
    const { after: _, ...rest } = filter;
    navigate(orderListPath({ ...rest, q: input.current?.value.trim() || undefined }));
  }

  return (
    <search>
      <form action={search} className="flex gap-2">
        <input
          ref={input}
          type="search"
          name="q"
          enterKeyHint="search"
          defaultValue={filter.q}
          aria-label="Search orders"
          placeholder="Number, name, phone, PIN, tracking number..."
          className="field-input min-w-0 flex-1"
        />
        <Button type="submit" tone="secondary" aria-label="Search" className="px-4">
          <SearchIcon />
        </Button>
      </form>
    </search>
  );
}
