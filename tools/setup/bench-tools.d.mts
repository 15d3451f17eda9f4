export function findTool(program: 'pgbench' | 'nginx' | 'wrk'): string | undefined;
