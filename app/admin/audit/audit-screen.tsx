import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { callAdmin, read } from '#app/admin/api.ts';
import { CompactButton } from '#app/admin/buttons.tsx';
import { FilterFields, paramsOf, useChangeParams } from '#app/admin/filters.tsx';
import { GrowingList, growingQuery } from '#app/admin/list.tsx';
import { entriesFor } from '#app/admin/navigation.ts';
import { Screen } from '#app/admin/screen.tsx';
import { useRole, useStaff } from '#app/admin/staff/use-staff.ts';
import { Link } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import { type AuditEntry, AuditQuery } from '#contract/admin/audit.ts';
import { AUDIT_VERBS } from '#contract/admin/audit-verbs.ts';
import { formatDateTime } from '#domain/day.ts';
import { changesOf } from './changed-fields.ts';
import { AUDIT_SUBJECTS, nameOf, reasonOf, titleOf, VERB_OPTIONS } from './entry-texts.ts';

/** The audit log, newest first: who changed what, from what to what, and why. Its filter is in the URL. */
export default function AuditScreen() {
  const [params] = useSearchParams();
  const changeParams = useChangeParams({ replace: true });
  const filter = readAuditFilter(params);
  const log = useInfiniteQuery({
    ...growingQuery(
      ['audit', filter],
      (after) => callAdmin('GET /admin/audit', { query: { ...filter, after } }),
      ({ entries }) => entries,
    ),
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

const SUBJECTS = Object.entries(AUDIT_SUBJECTS).map(([value, { name }]) => ({
  value,
  label: name,
}));

type AuditFiltersProps = {
  filter: AuditFilter;
  onChange: (name: keyof AuditFilter, value: string) => void;
};

/** The filters by subject, by staff member and by day. Only owners may list the staff. */
function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const owner = useRole('owner');
  const { data } = useQuery({ ...read('GET /admin/staff'), enabled: owner });
  const staff = (data?.staff ?? []).map(({ id, email }) => ({ value: id, label: email }));
  return (
    // In em, so that with a larger text the fields have room for what they show.
    <search className="grid grid-cols-[repeat(auto-fit,minmax(8em,1fr))] gap-3">
      <FilterFields
        values={filter}
        onChange={onChange}
        fields={[
          { name: 'subject_type', label: 'What was changed', any: 'Everything', options: SUBJECTS },
          { name: 'verb', label: 'What was done', any: 'Any change', options: VERB_OPTIONS },
          ...(owner
            ? [{ name: 'staff' as const, label: 'By', any: 'Anybody', options: staff }]
            : []),
          { name: 'from', label: 'From' },
          { name: 'to', label: 'To' },
        ]}
      />
    </search>
  );
}

const { subject_id, staff, from, to } = AuditQuery.shape;
const Filter = z.object({
  verb: z.catch(z.optional(z.enum(AUDIT_VERBS)), undefined),
  subject_type: z.catch(
    z.optional(z.string().check(z.refine((type) => Object.hasOwn(AUDIT_SUBJECTS, type)))),
    undefined,
  ),
  subject_id: z.catch(subject_id, undefined),
  staff: z.catch(staff, undefined),
  from: z.catch(from, undefined),
  to: z.catch(to, undefined),
});
export type AuditFilter = z.infer<typeof Filter>;

/** Reads the filter from the URL; ignores invalid parts. */
export function readAuditFilter(params: URLSearchParams): AuditFilter {
  return Filter.parse(paramsOf(params));
}
