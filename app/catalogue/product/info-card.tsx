import type { ReactNode } from 'react';

/** A fact with an icon: a title and one line of text. */
export function InfoCard({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <div className="flex items-center gap-4 rounded-md bg-mist p-4">
      <span className="text-petal">{icon}</span>
      <div>
        <p className="font-semibold text-ink">{title}</p>
        <p className="text-sm text-muted">{text}</p>
      </div>
    </div>
  );
}
