import { parentPort } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

// A worker that dies or hangs when a fault rule is called so: no test can reach into a thread.
parentPort.on('message', ({ rules = [] }) => {
  if (rules.some(({ id }) => id === 'die')) throw new Error('no memory is left');
  while (rules.some(({ id }) => id === 'hang'));
});
register();
await import('./bare-worker.ts');
