import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { withClient } from '@aparajita/postgres/with-client';
import type pg from 'pg';
import { MIGRATION_FOLDERS } from '#server/database/migration-folders.ts';

export const FUNCTIONS_FILE = path.resolve('db/functions.sql');

const HEADER = `-- The functions and triggers of the shop and its accounts as all migrations together leave them. To be read, not run:
-- \`npm run db:types\` generates this file, and a test compares it. Above each function stands the newest migration that
-- creates or renames it, with the reasons; a change is a new migration.`;

/**
 * The functions and triggers in the shop's schemas of a migrated database, as the text of functions.sql: the same whoever
 * owns them, in the order of their names.
 */
export async function renderFunctions(owner: pg.ClientConfig): Promise<string> {
  const sources = await readSources();
  return withClient(owner, async (client) => {
    // With an empty search path PostgreSQL writes every name with its schema.
    await client.query('set search_path = pg_catalog');
    const { rows: functions } = await client.query<Definition>(FUNCTION_DEFINITIONS);
    const { rows: triggers } = await client.query<Definition>(TRIGGER_DEFINITIONS);
    const parts = [
      HEADER,
      ...functions.map(({ name, text }) => `-- ${newestSource(sources, name)}\n${text.trim()};`),
      `-- Triggers, by table.\n${triggers.map(({ text }) => `${text};`).join('\n')}`,
    ];
    return `${parts.join('\n\n')}\n`;
  });
}

type Definition = { name: string; text: string };

/** Without those of extensions. */
const FUNCTION_DEFINITIONS = `
  select proname as name, pg_get_functiondef(oid) as text
  from pg_proc
  where pronamespace in (select oid from pg_namespace where nspname in ('public', 'auth'))
    and prokind in ('f', 'p')
    and not exists (
      select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e'
    )
  order by pronamespace::regnamespace::text collate "C" desc, proname collate "C",
    pg_get_function_identity_arguments(oid) collate "C"`;

const TRIGGER_DEFINITIONS = `
  select tgname as name, pg_get_triggerdef(trigger.oid, true) as text
  from pg_trigger trigger join pg_class on pg_class.oid = tgrelid
  where not tgisinternal
    and relnamespace in (select oid from pg_namespace where nspname in ('public', 'auth'))
  order by relnamespace::regnamespace::text collate "C" desc, relname collate "C", tgname collate "C"`;

type Source = { file: string; sql: string };

/** The migrations, oldest first. */
async function readSources(): Promise<Source[]> {
  const files = await Promise.all(
    MIGRATION_FOLDERS.map(async (folder) =>
      (await readdir(folder))
        .filter((name) => name.endsWith('.sql'))
        .map((name) => path.join(folder, name)),
    ),
  );
  return Promise.all(
    files
      .flat()
      .sort((a, b) => (path.basename(a) < path.basename(b) ? -1 : 1))
      .map(async (file) => ({
        file: path.relative('.', file),
        sql: await readFile(file, 'utf8'),
      })),
  );
}

/** The newest migration that creates the function, or gives it its name. */
function newestSource(sources: readonly Source[], name: string): string {
  const names = new RegExp(
    `create (or replace )?(function|procedure) (\\w+\\.)?${name}\\s*\\(|rename to ${name};`,
    'i',
  );
  const found = sources.findLast(({ sql }) => names.test(sql));
  if (!found) throw new Error(`No migration creates the function ${name}`);
  return found.file;
}
