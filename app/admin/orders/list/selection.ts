import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';
import { useLatestChange } from '#app/admin/live/latest-change.ts';
import { orderListQuery } from '#app/admin/orders/order-queries.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useChangeParams } from '#app/admin/use-change-params.ts';
import { MAX_NUMBERS_LISTED } from '#contract/admin/order-list.ts';
import { takeOrderNumbers } from '#domain/order-number.ts';
import { type OrderFilter, SELECTED } from './order-filter.ts';

/** The page of the list that was shown last, and its selection. */
let last = { list: '', page: '', selected: '' };

/**
 * The numbers of the selected orders, on this page of the list and on others. Kept in the URL, so that a reload, Back
 * after printing and a shared link keep them. Numbers instead of ids, because the list can be searched for numbers.
 */
export function useSelection({ after: page = '', ...list }: OrderFilter) {
  const [params] = useSearchParams();
  const arrivedBy = useNavigationType();
  const changeParams = useChangeParams({ replace: true, preventScrollReset: true });
  const inUrl = params.get(SELECTED) ?? '';
  const name = JSON.stringify(list);

  // Back restores the URL of a page as it was left, without what was selected on later pages since: this adds it.
  useEffect(() => {
    const cameBack = arrivedBy === 'POP' && last.list === name && last.page !== page;
    const { selected } = last;
    last = { list: name, page, selected: cameBack ? selected : inUrl };
    if (cameBack && selected !== inUrl)
      changeParams((latest) => setNumbers(latest, readNumbers(selected)));
  });

  const change = (changed: (selected: ReadonlySet<string>) => ReadonlySet<string>) =>
    changeParams((latest) => setNumbers(latest, changed(readNumbers(latest.get(SELECTED) ?? ''))));

  const selected = readNumbers(inUrl);
  return {
    selected,
    select: (numbers: readonly string[]) => change((latest) => withNumbers(latest, numbers)),
    deselect: (numbers: readonly string[]) => change((latest) => withoutNumbers(latest, numbers)),
    toggle: (number: string) =>
      change((latest) => (latest.has(number) ? withoutNumbers : withNumbers)(latest, [number])),
    clear: () => change(() => new Set()),
  };
}

/** Says so where not all of them fit. */
function withNumbers(selected: ReadonlySet<string>, numbers: readonly string[]) {
  const { all, left } = addNumbers(selected, numbers);
  if (left > 0)
    showSnackbar({
      text: `At most ${MAX_NUMBERS_LISTED} orders can be selected, ${left} ${left === 1 ? 'is' : 'are'} not`,
    });
  return all;
}

function withoutNumbers(selected: ReadonlySet<string>, numbers: readonly string[]) {
  return new Set([...selected].filter((each) => !numbers.includes(each)));
}

function setNumbers(params: URLSearchParams, numbers: ReadonlySet<string>): void {
  if (numbers.size > 0) params.set(SELECTED, [...numbers].join(','));
  else params.delete(SELECTED);
}

/** The order numbers of a URL's parameter, as many as can be selected. Ignores anything else: an old link still opens the list. */
export function readNumbers(text: string): Set<string> {
  const numbers = new Set(text.split(',').flatMap((part) => takeOrderNumbers(part).numbers));
  return new Set([...numbers].slice(0, MAX_NUMBERS_LISTED));
}

/** A selection with more numbers, and how many of them did not fit. */
export function addNumbers(
  selected: ReadonlySet<string>,
  numbers: readonly string[],
): { all: Set<string>; left: number } {
  const wanted = new Set([...selected, ...numbers]);
  const all = new Set([...wanted].slice(0, MAX_NUMBERS_LISTED));
  return { all, left: wanted.size - all.size };
}

/**
 * The selected orders that are on other pages of the list, by their numbers. Those that have left the list since, as a
 * colleague has packed them, are not among them.
 */
export function useSelectedElsewhere(
  { q: _, after: __, ...list }: OrderFilter,
  numbers: readonly string[],
) {
  const some = numbers.length > 0;
  const { data, isPlaceholderData, isError, refetch } = useQuery({
    ...orderListQuery({ ...list, q: numbers.join(' ') }),
    enabled: some,
  });
  const mark = useLatestChange();
  useEffect(() => {
    if (some && mark !== undefined) void refetch({ cancelRefetch: false });
  }, [some, mark, refetch]);
  const isRead = some && !isPlaceholderData && data;
  return {
    orders: isRead ? data.orders : [],
    pending: some && !isRead,
    failed: some && !isRead && isError,
    retry: () => void refetch(),
  };
}
