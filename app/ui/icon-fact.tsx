import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type IconFactProps = { icon: IconName; title: ReactNode; children: ReactNode };

/** A short fact with an icon; put several in a `<dl>`. */
export function IconFact({ icon, title, children }: IconFactProps) {
  return (
    <div className="min-w-0">
      <dt className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-foreground">
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-surface-accent text-primary">
          <Icon name={icon} />
        </span>
        <span className="min-w-0 flex-1 basis-32">{title}</span>
      </dt>
      <dd className="pl-12 text-sm text-muted">{children}</dd>
    </div>
  );
}
