import { openSandbox } from './open-sandbox.ts';
import { serveThread } from './serve-thread.ts';
import { serveSandbox } from './served-sandbox.ts';

/** The thread in which the console's sandbox lives. */
await serveThread(async (options) => serveSandbox(await openSandbox(options)));
