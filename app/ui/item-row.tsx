import type { ReactNode } from 'react';
import { Picture } from './picture.tsx';

type ItemRowProps = {
  picture: string;
  name: string;
  /** Below the name: a problem with the item. */
  badge?: ReactNode;
  quantity: ReactNode;
  amount: string;
  className?: string;
};

/** One product of an order in a list: picture, quantity and total. */
export function ItemRow({ picture, name, badge, quantity, amount, className = '' }: ItemRowProps) {
  return (
    <li className={`flex flex-wrap items-center gap-x-4 gap-y-2 ${className}`}>
      <Picture
        src={picture}
        alt=""
        widths={[160, 320]}
        sizes="64px"
        width={64}
        height={64}
        className="aspect-square w-16 rounded-sm object-cover print:w-8"
      />
      <div className="row-text">
        <p className="leading-snug font-medium text-foreground">{name}</p>
        {badge}
        <p className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-sm text-muted">{quantity}</span>
          <span className="text-foreground tabular-nums">{amount}</span>
        </p>
      </div>
    </li>
  );
}

type SumRowProps = { name: string; className?: string; children: ReactNode };

/** A row of a sum, in a `<dl>`: its name, and the amount at the end of the row or below. */
export function SumRow({ name, className = '', children }: SumRowProps) {
  return (
    <div className={`flex flex-wrap items-baseline justify-between gap-x-4 ${className}`}>
      <dt>{name}</dt>
      <dd className="ml-auto text-right text-foreground tabular-nums">{children}</dd>
    </div>
  );
}
