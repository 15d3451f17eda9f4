import { expect, test } from 'vitest';
import * as z from 'zod';
import { Environment } from './environment.ts';
import { describeSettings, envExample, settingsMarkdown } from './settings-docs.ts';

// `npx vitest run server/environment --update` writes both files.
const settings = describeSettings(Environment.shape);

test('docs/settings.md matches the schemas', async () => {
  await expect(settingsMarkdown(settings)).toMatchFileSnapshot('../../docs/settings.md');
});

test('.env.example has every setting', async () => {
  await expect(envExample(settings)).toMatchFileSnapshot('../../.env.example');
});

test.each(settings.filter(({ example }) => example !== ''))(
  '$name accepts its example',
  (setting) => {
    const schemas: Record<string, z.ZodType> = Environment.shape;
    expect(schemas[setting.name]?.safeParse(setting.example).error).toBe(undefined);
  },
);

test('a setting without a description is refused', () => {
  expect(() => describeSettings({ NEW_SETTING: z.string() })).toThrow('NEW_SETTING has no .meta()');
});
