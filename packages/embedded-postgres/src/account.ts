import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';

/** The user that runs the server's programs: a prefix for each command, and the ids to run with. */
export type Account = { command: string[]; ids: { uid?: number; gid?: number } };

const SAME_USER: Account = { command: [], ids: {} };

/**
 * PostgreSQL refuses to run as root. As root, we therefore run it, in this order,
 * - as the owner of the data folder, if that is an ordinary user;
 * - in a user namespace where we are an ordinary user: works below /root and without a separate account;
 * - where namespaces are forbidden (Docker's default profile), as `postgres` or else `nobody`.
 *
 * @throws Error with advice when the data belongs to another user or root finds no account.
 */
export function chooseAccount(dataDir: string): Account {
  const self = process.getuid?.();
  const owner = existsSync(dataDir) ? statSync(dataDir) : undefined;
  if (self !== 0) {
    if (owner === undefined || self === undefined || owner.uid === self) return SAME_USER;
    throw new Error(
      `${dataDir} belongs to another user of this machine. Start as that user, or choose another folder.`,
    );
  }
  if (owner !== undefined && owner.uid !== 0)
    return { command: [], ids: { uid: owner.uid, gid: owner.gid } };
  return namespace() ?? otherAccount(dataDir);
}

/** For the server's programs: messages in English, whatever the locale of this machine. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: 'C', PGDATA: undefined };
}

function namespace(): Account | undefined {
  const user = accounts().find(({ uid }) => uid > 0); // initdb needs its user's name
  if (user === undefined) return undefined;
  const command = ['unshare', '--user', `--map-user=${user.uid}`, `--map-group=${user.uid}`, '--'];
  const tried = spawnSync('unshare', [...command.slice(1), 'true'], { stdio: 'ignore' });
  return tried.status === 0 ? { command, ids: {} } : undefined;
}

function otherAccount(dataDir: string): Account {
  const all = accounts();
  const account =
    all.find(({ name }) => name === 'postgres') ?? all.find(({ name }) => name === 'nobody');
  // An existing data folder of root's stays root's: no other account may take it over.
  if (account === undefined || existsSync(dataDir)) {
    throw new Error(
      `PostgreSQL does not run as root, and this machine allows root no user namespace for ${dataDir}. ` +
        'Start as an ordinary user, or connect to a PostgreSQL server of your own.',
    );
  }
  return { command: [], ids: { uid: account.uid, gid: account.gid } };
}

function accounts(): { name: string; uid: number; gid: number }[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
