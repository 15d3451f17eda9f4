import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#domain/day.ts';
import { SETTING_NAMES } from './setting-names.ts';
import { formerSettingsQuery } from './settings-queries.ts';

/** The saved values of the settings, newest first, with the names of those who saved them. */
export function FormerSettings() {
  const { data } = useQuery(formerSettingsQuery);
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="former" className="grid gap-3">
      <h2 id="former" className="text-lg">
        History
      </h2>
      <ol className="overflow-clip rounded-lg border border-border bg-surface shadow-soft">
        {data.map(({ id, key, value, at, staff }) => (
          <li
            key={id}
            className="grid gap-x-6 border-b border-border px-4 py-2.5 last:border-0 sm:grid-cols-[12rem_minmax(0,1fr)]"
          >
            <p className="text-sm text-muted">
              {formatDateTime(at)}
              <span className="block wrap-anywhere">{staff ?? 'On the server'}</span>
            </p>
            <p className="min-w-0">
              <span className="font-medium text-foreground">{SETTING_NAMES[key]}</span>
              <span className="block text-sm wrap-anywhere">{inWords(value)}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A value as text: 'legal name: Aparajita · phone: –'. */
function inWords(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, held]) => `${name.replaceAll('_', ' ')}: ${inWords(held)}`)
    .join(' · ');
}
