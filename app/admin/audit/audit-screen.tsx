import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { callAdmin } from '#app/admin/call-admin.ts';
import { CompactButton } from '#app/admin/compact-button.tsx';
import { GrowingList } from '#app/admin/list.tsx';
import { entriesFor } from '#app/admin/navigation.ts';
import { Screen } from '#app/admin/screen.tsx';
import { useStaff } from '#app/admin/staff/use-staff.ts';
import { useChangeParams } from '#app/admin/use-change-params.ts';
import { Link } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import type { AuditEntry } from '#contract/admin/audit.ts';
import { formatDateTime } from '#domain/day.ts';
import { type AuditFilter, AuditFilters, readAuditFilter } from './audit-filters.tsx';
import { changesOf } from './changed-fields.ts';
import { nameOf, reasonOf, titleOf } from './entry-texts.ts';
import { AUDIT_SUBJECTS } from './subjects.ts';

/** The audit log, newest first: who changed what, from what to what, and why. Its filter is in the URL. */
export default function AuditScreen() {
  const [params] = useSearchParams();
  const changeParams = useChangeParams({ replace: true });
  const filter = readAuditFilter(params);
  const log = useInfiniteQuery({
    queryKey: ['admin', 'audit', filter],
    queryFn: ({ pageParam }) =>
      callAdmin('GET /admin/audit', {
        query: { ...filter, after: pageParam || undefined },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
    placeholderData: keepPreviousData,
  });
  const entries = log.data ?? [];
  const filtered = Object.values(filter).some(Boolean);
  const only = entries.find(({ subject_id }) => subject_id === filter.subject_id);

  function change(name: keyof AuditFilter, value: string) {
    changeParams((latest) => {
      if (value) latest.set(name, value);
      else latest.delete(name);
      // An id belongs to one type of subject.
      if (name === 'subject_type') latest.delete('subject_id');
    });
  }

  return (
    <Screen heading="Audit log">
      <AuditFilters filter={filter} onChange={change} />
      {filter.subject_id && (
        <p className="flex flex-wrap items-center gap-x-6">
          <span className="min-w-0 wrap-anywhere">
            Only changes to{' '}
            <strong className="text-foreground">{(only && nameOf(only)) || 'this entry'}</strong>
          </span>
          <CompactButton className="-ml-3.5" onClick={() => change('subject_id', '')}>
            Show all
          </CompactButton>
        </p>
      )}
      {log.isPending && <Spinner label="Loading..." />}
      {log.data?.length === 0 && !log.isPlaceholderData && (
        <p className="text-muted">
          {filtered ? 'No change matches these filters.' : 'Nothing has been changed yet.'}
        </p>
      )}
      <GrowingList list={log} idOf={({ id }) => id} row={(entry) => <Entry entry={entry} />} />
    </Screen>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  return (
    <li className="grid gap-x-6 border-b border-border px-4 py-2.5 last:border-0 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <p className="text-sm text-muted">
        {formatDateTime(entry.at)}
        <span className="block wrap-anywhere">{entry.staff ?? 'On the server'}</span>
      </p>
      <p className="min-w-0">
        <span className="font-medium text-foreground">{titleOf(entry)}</span>{' '}
        <Subject entry={entry} />
        {entry.reason && <span className="block">{reasonOf(entry)}</span>}
        <span className="block text-sm wrap-anywhere">{changesOf(entry).join(' · ')}</span>
      </p>
    </li>
  );
}

/** The changed subject's name; a link if the role may open it. */
function Subject({ entry }: { entry: AuditEntry }) {
  const { subject_type, subject_id } = entry;
  const { role } = useStaff();
  const name = nameOf(entry);
  const screen = AUDIT_SUBJECTS[subject_type]?.screen;
  const mayOpen = entriesFor(role).some(({ to }) => to === screen);
  if (!screen || !mayOpen || name === '')
    return <span className="wrap-anywhere text-muted">{name}</span>;
  return (
    <Link
      to={subject_type === 'message' ? `${screen}?q=${subject_id}` : `${screen}/${subject_id}`}
      className="font-medium wrap-anywhere text-primary underline underline-offset-4"
    >
      {name}
    </Link>
  );
}
