import { Ring } from './ring.tsx';

/** Something is on its way: `label` says what, aloud and in sight. Fills the room of what it stands for. */
export function Spinner({ label }: { label: string }) {
  return (
    <div
      role="status"
      className="flex min-h-64 flex-col items-center justify-center gap-4 text-muted"
    >
      <Ring large />
      {label}
    </div>
  );
}
