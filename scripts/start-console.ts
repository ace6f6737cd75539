import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RunningConsole {
  /** Signs one browser in, once. */
  readonly address: string;
  readonly origin: string;
  readonly home: string;
  readonly stderr: () => string;
  stop(): Promise<void>;
  /** Kills the process at once, as a power cut would, and leaves its home folder. */
  kill(): Promise<void>;
}

interface StartOptions {
  /** The test build includes the gallery; benches measure the build that ships. */
  readonly build?: string;
  readonly home?: string;
  readonly flags?: readonly string[];
  /** Adds to this process's own environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A folder for a console that opens on Today: Welcome, which is shown once, counts as seen. */
export function freshHome(): string {
  const home = unusedHome();
  writeFileSync(join(home, 'preferences.json'), JSON.stringify({ welcomed: 'yes' }));
  return home;
}

/** A folder for a console that a person starts for the first time. */
export function unusedHome(): string {
  return mkdtempSync(join(tmpdir(), 'sluice-home-'));
}

/** Starts the built browser host as a process of its own. */
export function startConsole({
  build = 'out-test',
  home = freshHome(),
  flags = [],
  env = {},
}: StartOptions = {}): Promise<RunningConsole> {
  const args = [`${build}/main/start.js`, '--web', '--no-open', '--home', home, ...flags];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let stdout = '';
  let stderr = '';
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));

  return new Promise((resolve, reject) => {
    child.stderr.on('data', (text: Buffer) => (stderr += text.toString('utf8')));
    child.stdout.on('data', (text: Buffer) => {
      stdout += text.toString('utf8');
      const address = /^ready (\S+)\n/m.exec(stdout)?.[1];
      if (address === undefined) return;
      resolve({
        address,
        origin: new URL(address).origin,
        home,
        stderr: () => stderr,
        async stop() {
          child.kill('SIGTERM');
          await closed;
          rmSync(home, { recursive: true, force: true });
        },
        async kill() {
          child.kill('SIGKILL');
          await closed;
        },
      });
    });
    child.once('close', (code) =>
      reject(new Error(`The console ended with ${code} before it was ready: ${stderr}`)),
    );
  });
}
