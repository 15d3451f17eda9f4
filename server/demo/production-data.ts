import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { REAL_SHOP } from '#server/environment/demo-mode.ts';
import type { Settings } from '#server/environment/settings.ts';
import { OperatorError } from '#server/operator-errors.ts';

/** The name of a file that marks an embedded database as that of a production shop. */
const MARKER_FILE = 'real-shop';

/** @throws OperatorError where a production shop has lost its settings and would open its data as a demo. */
export function refuseProductionData({ demo, dataDir }: Pick<Settings, 'demo' | 'dataDir'>): void {
  if (!demo || !existsSync(path.join(dataDir, MARKER_FILE))) return;
  throw new OperatorError(
    `The data in ${dataDir} is a real shop's, and is not opened as a demo. ${REAL_SHOP}. ` +
      'To try the shop with data of its own, give another DATA_DIR.',
  );
}

/** Marks the embedded database as a production shop's. */
export async function markProductionData(settings: Settings): Promise<void> {
  if (settings.demo || settings.database) return;
  await mkdir(settings.dataDir, { recursive: true });
  await writeFile(
    path.join(settings.dataDir, MARKER_FILE),
    'A real shop keeps its data here: demo mode does not open it.\n',
  );
}

/** Demo mode's own secret: generated once, stored beside the demo's data, readable only by its owner. */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true });
  try {
    // 'wx' fails when the file exists: of two processes that start at once, one writes and both read the same.
    await writeFile(file, randomBytes(48).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFile(file, 'utf8');
}
