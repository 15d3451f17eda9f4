import { spawnSync } from 'node:child_process';
import { run } from './run.mjs';

/**
 * Installs packages on a Debian-like system, if that is possible without a password.
 *
 * @returns {Promise<string>} the output, to be shown if the program is still missing.
 */
export async function installFromSystem(...packages) {
  if (spawnSync('apt-get', ['--version']).status !== 0) return 'This system has no apt-get.';
  const become = process.getuid() === 0 ? [] : ['sudo', '-n'];
  if (become.length > 0 && spawnSync('sudo', ['-n', 'true']).status !== 0) {
    return "Installing from the system's packages needs root.";
  }
  // RUNLEVEL: keeps packages with a server (nginx, PostgreSQL) from starting it.
  const apt = (...args) => {
    const [command, ...rest] = [
      ...become,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'RUNLEVEL=1',
      'apt-get',
      ...args,
    ];
    return run(command, rest);
  };
  // A new machine has no package list yet, and an old one may name removed versions.
  const update = await apt('update');
  const install = await apt('install', '-y', '--no-install-recommends', ...packages);
  return install.ok ? install.output : `${update.output}\n${install.output}`;
}
