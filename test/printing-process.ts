// Started by log.test.ts: a process in which libraries and Node print something; then it ends by an error.
import { createLog } from '#server/log.ts';
import { logOutput } from '#server/process/log-output.ts';

logOutput(createLog('debug'));
console.warn('a library warns of %s\nin two lines', 'tea');
console.error(new Error('a library fails'));
console.log('a library prints', { cups: 2 });
process.emitWarning('too many listeners', 'MaxListenersExceededWarning');
setTimeout(() => Promise.reject(new Error('nobody waits for this')), 50);
