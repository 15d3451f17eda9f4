import * as z from 'zod';

/** The contents of a setting's `.meta()`. */
const SettingMeta = z.object({
  description: z.string(),
  /** The default, where it is not the schema's own. */
  unset: z.string().optional(),
  /** A value the schema accepts. */
  example: z.string().optional(),
});

/** The schemas of settings by heading and name. */
type SettingGroups = Record<string, Record<string, z.ZodType>>;

/** Reads the descriptions of settings from their schemas; throws where one is missing. */
export function describeSettings(schemas: Record<string, z.ZodType>) {
  return Object.entries(schemas).map(([name, schema]) => {
    const meta = SettingMeta.parse(schema.meta(), { error: () => `${name} has no .meta()` });
    const standard = schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : '';
    return {
      name,
      description: meta.description,
      /** The default, as Markdown. */
      unset: meta.unset ?? (standard === '' ? 'none' : `\`${standard}\``),
      /** The default, or an example without one; empty where an example would not help. */
      example: meta.example ?? standard,
    };
  });
}

/** docs/settings.md: one list for each group. */
export function settingsMarkdown(groups: SettingGroups): string {
  const sections = Object.entries(groups).map(([group, schemas]) => {
    const entries = describeSettings(schemas).map(
      ({ name, unset, description }) => `- \`${name}\` (default: ${unset}): ${description}`,
    );
    return `## ${group}\n\n${entries.join('\n')}\n`;
  });
  return [PAGE_HEAD, ...sections].join('\n');
}

/** .env.example: every setting, commented out. */
export function envExample(groups: SettingGroups): string {
  const sections = Object.entries(groups).map(([group, schemas]) => {
    const entries = describeSettings(schemas).map(
      ({ name, unset, description, example }) =>
        `# ${plain(description)}\n# Default: ${plain(unset)}.\n#${name}=${quoted(example)}\n`,
    );
    return `# ${group}\n\n${entries.join('\n')}`;
  });
  return [EXAMPLE_HEAD, ...sections].join('\n');
}

const plain = (markdown: string) => markdown.replaceAll('`', '');

/** Docker Compose and systemd agree on double quotes. */
const quoted = (value: string) => (/[\s;<>]/.test(value) ? `"${value}"` : value);

const PAGE_HEAD = `# Settings

This page is generated from the schemas that check the settings. Edit the schemas, then run
\`npx vitest run server/environment --update\`; a test compares.

The shop reads its settings from the environment and checks them at start. If something is wrong, it lists every fault
with what to do about it, and does not start. No setting is needed to try the shop in demo mode. A shop for others needs
\`PUBLIC_URL\` and \`AUTH_SECRET\`, and should have \`DATABASE_URL\` and \`SMTP_URL\`; [deployment](deployment.md) goes
through them in order. [\`.env.example\`](../.env.example) lists all of them to copy.

Shop details and the limits \`COD_MAX\` and \`COD_MAX_OPEN_ORDERS\` are also in the admin, under Settings: what the owner saves there
counts from then on instead.
`;

const EXAMPLE_HEAD = `# Settings of the shop. Copy this file to .env, uncomment what you need and fill it in.
# docs/settings.md explains them. This file is generated: npx vitest run server/environment --update

# Only for compose.yaml, which makes PUBLIC_URL and DATABASE_URL of them: the host name, and a password of letters and digits.
#SHOP_HOST=example.in
#DATABASE_PASSWORD=
`;
