import type { ReactNode } from 'react';

export type BadgeTone = 'yellow' | 'blue' | 'purple' | 'indigo' | 'green' | 'red' | 'neutral';

const TONES: Record<BadgeTone, string> = {
  yellow: 'bg-badge-yellow-ground text-badge-yellow',
  blue: 'bg-badge-blue-ground text-badge-blue',
  purple: 'bg-badge-purple-ground text-badge-purple',
  indigo: 'bg-badge-indigo-ground text-badge-indigo',
  green: 'bg-badge-green-ground text-badge-green',
  red: 'bg-badge-red-ground text-badge-red',
  neutral: 'bg-badge-neutral-ground text-badge-neutral',
};

/** A short label: a state, a weight. Never by colour alone. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-full px-3 py-1 text-xs leading-tight font-semibold ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
