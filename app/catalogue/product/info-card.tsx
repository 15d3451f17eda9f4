import type { ReactNode } from 'react';

/** A fact with an icon: a title and one line of text. */
export function InfoCard({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <div className="flex items-center gap-4 rounded-md bg-surface-muted p-4">
      <span className="text-primary">{icon}</span>
      <div>
        <p className="font-semibold text-foreground">{title}</p>
        <p className="text-sm text-muted">{text}</p>
      </div>
    </div>
  );
}
