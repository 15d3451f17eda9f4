import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { callAdmin } from '#app/admin/call-admin.ts';
import { COMPACT_BUTTON } from '#app/admin/compact-button.ts';
import { entriesFor } from '#app/admin/navigation.ts';
import { useStaff } from '#app/admin/staff/use-staff.ts';
import { useChangeParams } from '#app/admin/use-change-params.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import type { AuditEntry } from '#contract/admin/audit.ts';
import { formatDateTime } from '#domain/day.ts';
import { type AuditFilter, readAuditFilter } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { changesOf } from './changed-fields.ts';
import { nameOf, reasonOf, titleOf } from './entry-texts.ts';

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
    placeholderData: keepPreviousData,
  });
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
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
    <section aria-labelledby="audit" className="grid gap-4">
      <title>Audit log | Admin</title>
      <h1 id="audit" className="text-2xl">
        Audit log
      </h1>
      <AuditFilters filter={filter} onChange={change} />
      {filter.subject_id && (
        <p className="flex flex-wrap items-center gap-x-6">
          <span className="min-w-0 wrap-anywhere">
            Only changes to{' '}
            <strong className="text-foreground">{(only && nameOf(only)) || 'this entry'}</strong>
          </span>
          <Button
            tone="quiet"
            className={`-ml-3.5 ${COMPACT_BUTTON}`}
            onClick={() => change('subject_id', '')}
          >
            Show all
          </Button>
        </p>
      )}
      {log.isPending && <Spinner label="Loading..." />}
      {log.isError && entries.length === 0 && (
        <LoadError error={log.error} retrying={log.isFetching} onRetry={log.refetch} />
      )}
      {log.isSuccess && !log.isPlaceholderData && entries.length === 0 && (
        <p className="text-muted">
          {filtered ? 'No change matches these filters.' : 'Nothing has been changed yet.'}
        </p>
      )}
      <ol
        aria-busy={log.isPlaceholderData}
        className="overflow-clip rounded-lg border border-border bg-surface shadow-soft empty:hidden aria-busy:bg-surface-accent"
      >
        {entries.map((entry) => (
          <li
            key={entry.id}
            className="grid gap-x-6 border-b border-border px-4 py-2.5 last:border-0 sm:grid-cols-[12rem_minmax(0,1fr)]"
          >
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
        ))}
      </ol>
      {log.hasNextPage && (
        <Button
          tone="secondary"
          className="justify-self-center"
          busy={log.isFetchingNextPage && 'Loading...'}
          onClick={() => void log.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  );
}

/** The changed subject's name; a link if the role may open it. */
function Subject({ entry }: { entry: AuditEntry }) {
  const { subject_type, subject_id } = entry;
  const { role } = useStaff();
  const name = nameOf(entry);
  const screen = entriesFor(role).find(({ subject }) => subject === subject_type)?.to;
  if (!screen || name === '') return <span className="wrap-anywhere text-muted">{name}</span>;
  return (
    <Link
      to={subject_type === 'message' ? `${screen}?q=${subject_id}` : `${screen}/${subject_id}`}
      className="font-medium wrap-anywhere text-primary underline underline-offset-4"
    >
      {name}
    </Link>
  );
}
