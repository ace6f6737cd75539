import { openSandbox } from './open-sandbox.ts';
import { serveThread } from './serve-thread.ts';
import { servedSandbox } from './served-sandbox.ts';

/** The thread in which the console's sandbox lives. */
await serveThread(async (options) => servedSandbox(await openSandbox(options)));
