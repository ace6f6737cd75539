import { app } from 'electron';
import type { Log } from '#main/log/open-log.ts';

/** GPU, network and the like: Chromium starts them again by itself, so there is nothing to ask. */
export function logLostChildProcesses(log: Log): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) => {
    if (reason !== 'clean-exit') log.error({ type, reason, exitCode, name }, 'a child process has gone');
  });
}
