import type { ReactNode } from 'react';

type EmptyStateProps = {
  /** An illustration, e.g. '/pictures/illustrations/empty-cart.svg'. */
  picture: string;
  title: string;
  text?: string;
  /** A link to continue. */
  action?: ReactNode;
};

/** Empty state: one sentence and one action. */
export function EmptyState({ picture, title, text, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center sm:py-16">
      <img src={picture} alt="" width={200} height={160} className="mb-6" />
      <h2 className="text-2xl">{title}</h2>
      {text && <p className="mt-2 text-muted">{text}</p>}
      {action && <div className="mt-7">{action}</div>}
    </div>
  );
}
