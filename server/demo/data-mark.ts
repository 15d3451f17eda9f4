import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '#server/settings/settings.ts';
import { REAL_SHOP } from './choose-mode.ts';

/** Lies beside the embedded database once a real shop has used it. */
const MARK = 'real-shop';

/** Demo mode was asked to open a real shop's data. The message says what to do. */
export class RealShopsData extends Error {
  override name = 'RealShopsData';
}

/** Throws RealShopsData where a real shop lost its settings, and would open its shoppers' data as a demo. */
export function refuseRealShopsData({ demo, dataDir }: Pick<Settings, 'demo' | 'dataDir'>): void {
  if (!demo || !existsSync(path.join(dataDir, MARK))) return;
  throw new RealShopsData(
    `The data in ${dataDir} is a real shop's, and is not opened as a demo. ${REAL_SHOP}. ` +
      'To try the shop with data of its own, give another DATA_DIR.',
  );
}

/** Notes that the embedded database is a real shop's from now on. */
export async function markRealShopsData(settings: Settings): Promise<void> {
  if (settings.demo || settings.database) return;
  await mkdir(settings.dataDir, { recursive: true });
  await writeFile(
    path.join(settings.dataDir, MARK),
    'A real shop keeps its data here: demo mode does not open it.\n',
  );
}
