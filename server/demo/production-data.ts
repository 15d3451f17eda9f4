import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { REAL_SHOP } from '#server/environment/demo-mode.ts';
import type { Settings } from '#server/environment/settings.ts';

/** The name of a file that marks an embedded database as that of a production shop. */
const MARKER_FILE = 'real-shop';

/** Somebody tried to open a production shop's data in demo mode. The message says how to fix it. */
export class ProductionDataRefusedError extends Error {
  override name = 'ProductionDataRefusedError';
}

/** @throws ProductionDataRefusedError where a production shop has lost its settings and would open its data as a demo. */
export function refuseProductionData({ demo, dataDir }: Pick<Settings, 'demo' | 'dataDir'>): void {
  if (!demo || !existsSync(path.join(dataDir, MARKER_FILE))) return;
  throw new ProductionDataRefusedError(
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
