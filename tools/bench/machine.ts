import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { findBinaries } from '@aparajita/embedded-postgres/binaries';
import { findTool } from '../setup/bench-tools.mjs';

/** The machine and versions of this run, as lines to print above the numbers. */
export function describeMachine(): string[] {
  const [load = 0] = loadavg();
  const version = (program: Parameters<typeof findTool>[0], ...args: string[]) => {
    const { stdout, stderr } = spawnSync(findTool(program) ?? program, args, { encoding: 'utf8' });
    return /\d+(\.\d+)+/.exec(`${stdout}${stderr}`)?.[0] ?? 'unknown';
  };
  const postgres = spawnSync(findBinaries().postgres, ['--version'], { encoding: 'utf8' });
  return [
    `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`,
    `Node ${process.versions.node}, ${postgres.stdout.trim()}, pgbench ${version('pgbench', '--version')}, ` +
      `nginx ${version('nginx', '-v')}, wrk ${version('wrk', '-v')}`,
    `Shop ${shopVersion()}, ${new Date().toISOString()}, load ${load.toFixed(2)} at start`,
    ...(load > 0.5
      ? ['The machine is busy with other work: believe the ratios and CPU times, not the rates.']
      : []),
  ];
}

function shopVersion(): string {
  const { stdout } = spawnSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' });
  return stdout?.trim() || 'of no known commit';
}
