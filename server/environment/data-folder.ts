import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Creates the folder where it is missing. Returns why it cannot be used; null when it can. */
export function dataFolderFault(folder: string): string | null {
  try {
    create(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    return `DATA_DIR: must be a folder that this user may write in, and ${folder} is not or cannot be made one${reason}`;
  }
}

/** One level after the other: a recursive mkdir never returns in /proc. */
function create(folder: string): void {
  if (!existsSync(folder)) {
    create(path.dirname(folder));
    mkdirSync(folder);
  } else if (!statSync(folder).isDirectory()) {
    throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
  }
}
