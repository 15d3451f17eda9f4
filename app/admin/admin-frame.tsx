import { type ReactNode, useState } from 'react';
import { Dialog } from '#app/ui/dialog.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Link, NavLink } from '#app/ui/link.js';
import { ShortcutHelp } from './keyboard/shortcut-help.tsx';
import { useFocusRecovery } from './keyboard/use-focus-recovery.ts';
import { LiveUpdates } from './live/live-updates.tsx';
import { type AdminEntry, entriesFor } from './navigation.ts';
import { Snackbar } from './snackbar/snackbar.tsx';
import { isSessionIdle, useMe, useStaff } from './staff/use-staff.ts';

/**
 * The navigation beside the open screen; on a phone a bar at the bottom, with the rest in a menu. The space below the
 * screen is for the snackbar, so that it covers no button at the end of a page.
 */
export function AdminFrame({ children }: { children: ReactNode }) {
  const entries = entriesFor(useStaff().role);
  useFocusRecovery();
  return (
    <div className="page-width max-w-[100rem] room-at-end pt-5 lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:items-start lg:gap-8 lg:pt-8 print:p-0">
      <nav aria-label="Admin" className="sticky top-6 hidden lg:block print:hidden">
        <ul className="grid gap-0.5">
          {entries.map((entry) => (
            <li key={entry.to}>
              <EntryLink entry={entry} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">{children}</div>
      <PhoneBar entries={entries} />
      <ShortcutHelp />
      <Snackbar />
      {/* Not while the session is idle: the server would refuse every request. */}
      {!isSessionIdle(useMe().error) && <LiveUpdates />}
    </div>
  );
}

function EntryLink({ entry, onOpen }: { entry: AdminEntry; onOpen?: () => void }) {
  return (
    <NavLink
      to={entry.to}
      end={entry.to === '/admin'}
      onClick={onOpen}
      className="flex min-h-11 items-center rounded-md px-3 font-medium text-body hover:bg-surface-accent aria-[current=page]:bg-surface-accent aria-[current=page]:text-primary"
    >
      {entry.name}
    </NavLink>
  );
}

function PhoneBar({ entries }: { entries: readonly AdminEntry[] }) {
  const [open, setOpen] = useState(false);
  return (
    <nav
      aria-label="Admin"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-border bg-page/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md lg:hidden print:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {entries
          .filter(({ onPhone }) => onPhone)
          .map(({ to, name }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === '/admin'}
                className="grid min-h-14 place-items-center px-1 text-bar font-medium text-body aria-[current=page]:font-semibold aria-[current=page]:text-primary"
              >
                {name}
              </NavLink>
            </li>
          ))}
        <li>
          <button
            type="button"
            onClick={() => setOpen(true)}
            className="grid min-h-14 w-full place-items-center text-body"
          >
            <span className="sr-only">All screens</span>
            <Icon name="menu" />
          </button>
        </li>
      </ul>
      <Dialog title="Admin" open={open} onClose={() => setOpen(false)}>
        <ul className="grid gap-1">
          {entries.map((entry) => (
            <li key={entry.to}>
              <EntryLink entry={entry} onOpen={() => setOpen(false)} />
            </li>
          ))}
          <li className="sm:hidden">
            <Link
              to="/"
              className="flex min-h-11 items-center rounded-md px-3 font-medium text-primary hover:bg-surface-accent"
            >
              Open the shop
            </Link>
          </li>
        </ul>
      </Dialog>
    </nav>
  );
}
