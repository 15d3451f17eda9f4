import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '#app/shell/api/api.ts';
import { ApiError, hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { CartItem } from '#contract/cart.ts';
import type { Discount } from '#contract/checkout.ts';
import { couponCondition } from '#domain/coupon.ts';
import type { PaymentMethod } from '#domain/order.ts';
import { keptCode } from './kept-code.ts';

/** Asked once a visit: the server counts the questions, and decides again about an order. */
const codeQuery = (code: string) =>
  queryOptions({
    queryKey: ['checkout', 'code', code],
    queryFn: () => call('POST /checkout/code', { body: { code } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The discount code of the order to come. */
export type Code = ReturnType<typeof useCode>;

/**
 * The code that this browser keeps, else the `newest` own one that the shopper has from the newsletter; undefined while
 * that is not known yet. The first one that is known counts: the price must not change while the page is open.
 */
export function useCode(newest: string | null | undefined) {
  const [own, setOwn] = useState(newest);
  if (own === undefined && newest !== undefined) setOwn(newest);
  const [kept, setKept] = useState(keptCode.read);
  const code = kept ?? own ?? '';
  const found = useQuery({ ...codeQuery(code), enabled: code !== '' });
  const isRefused = hasErrorCode(found.error, 'code_refused', 'invalid_input');
  // Told at this visit, and not at each one from now on.
  useEffect(() => {
    if (isRefused) keptCode.forget();
  }, [isRefused]);

  /** The control that was pressed is gone afterwards: the focus goes to the one that takes its place. */
  function keep(next: string) {
    keptCode.keep(next);
    flushSync(() => setKept(next));
    document.querySelector<HTMLElement>('[data-code]')?.focus();
  }

  return {
    /** As it was typed, if it was refused; '' for none. */
    code,
    /** Whether the price may still change because of it. */
    loading: code === '' ? kept === null && own === undefined : found.isPending,
    discount: found.data ?? null,
    /** Why it takes nothing off; '' if it does. */
    refusal: found.error ? refusalOf(found.error) : '',
    /** Asks for a code, and keeps it. @throws ApiError if it is refused. */
    async apply(typed: string) {
      const asked = await queryClient.fetchQuery(codeQuery(typed));
      queryClient.setQueryData(codeQuery(asked.code).queryKey, asked);
      keep(asked.code);
    },
    /** Also an own one is not filled in again. */
    remove: () => keep(''),
    /** Likewise, when the server has refused it with an order. */
    drop() {
      keptCode.keep('');
      setKept('');
    },
    /** After an order: the next one may have another, and whether it can have this one is asked anew. */
    forget() {
      keptCode.forget();
      void queryClient.invalidateQueries({ queryKey: ['checkout'], refetchType: 'none' });
    },
  };
}

/** What was wrong with a code, in words for the shopper. */
export function refusalOf(error: unknown): string {
  if (error instanceof ApiError && error.fields?.code) return error.fields.code;
  return messageOf(error);
}

/** A code for these items: what it takes off, or what the order still lacks for it. */
export function discountFor(
  { discount }: Code,
  items: readonly CartItem[],
  method: PaymentMethod | null,
): { discount: Discount | null; lacks: string | null } {
  const lacks = discount && couponCondition(discount, items, method);
  return { discount: lacks === null ? discount : null, lacks };
}
