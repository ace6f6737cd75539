import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Ran, with its exit code; or came to nothing, and why. */
export type DesktopEnd =
  | { readonly opened: true; readonly code: number }
  | { readonly opened: false; readonly reason: string };

interface DesktopOptions {
  readonly executable: string;
  readonly entry: string;
  readonly argv: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  /** A window that ends this soon, and badly, was never there for anybody. */
  readonly soonMs?: number;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// The console's own refusal of its command line, which it has explained; another host would say the same.
const refusedCode = 2;

/** Resolves when the window has closed, so that `npm start` ends as the console did. */
export function openDesktop(options: DesktopOptions): Promise<DesktopEnd> {
  const { executable, entry, argv, environment = process.env, soonMs = 5_000 } = options;
  // With it Electron is a plain Node and opens no window.
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = environment;
  return new Promise((resolve) => {
    const started = performance.now();
    let stopped = false;
    // In a group of its own: a Ctrl+C that reached it twice, from the terminal and from here, would
    // end it without closing anything. On Windows that would also give it a terminal of its own.
    const detached = process.platform !== 'win32';
    const child = spawn(executable, [entry, ...argv], { stdio: 'inherit', env, detached });
    const forward = (signal: NodeJS.Signals): void => {
      stopped = true;
      child.kill(signal);
    };
    const end = (ended: DesktopEnd): void => {
      for (const signal of signals) process.off(signal, forward);
      resolve(ended);
    };

    for (const signal of signals) process.on(signal, forward);
    child.on('error', (error) => end({ opened: false, reason: `Electron did not start: ${error.message}.` }));
    child.on('close', (code, signal) => {
      const status = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
      const soon = performance.now() - started < soonMs;
      const failed = soon && !stopped && status !== 0 && status !== refusedCode;
      if (!failed) return end({ opened: true, code: status });
      const how = signal === null ? `exit code ${status}` : `signal ${signal}`;
      end({ opened: false, reason: `Electron ended as soon as it had started (${how}).` });
    });
  });
}
