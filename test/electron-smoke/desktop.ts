import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, expect, test as base } from '@playwright/test';
import type { ElectronApplication, Page } from '@playwright/test';
import { localAccount } from '#scripts/pictures/local-account.ts';
import type { LocalAccount } from '#scripts/pictures/local-account.ts';
import { sandboxProblem } from '#main/start/find-desktop.ts';
import { freshHome } from '#scripts/start-console.ts';
import { findElectronRuntime } from './electron-runtime.ts';

/** This is the origin of the console's pages in its own window. */
export const origin = 'app://console';

export interface DesktopOptions {
  /** A home is kept by whoever names it; without one the console gets a fresh folder. */
  readonly home?: string;
  /** These follow the entry file and belong to the console. */
  readonly flags?: readonly string[];
  /** These stand before the entry file and belong to Chromium. */
  readonly switches?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A started console: the test reads and acts in its main process with `app`, and in its window with `page`. */
export interface Desktop {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly home: string;
  readonly log: () => readonly LogLine[];
  /** Closes the window as its button does, and waits for the program to end. */
  readonly close: () => Promise<Ended>;
  /** Ends the program at once, as a power cut would. */
  readonly kill: () => Promise<void>;
  /** Starts the program again while it runs, and waits for that second start to end. */
  readonly startAgain: (...flags: readonly string[]) => Promise<Ended & { readonly stderr: string }>;
}

export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly operation?: string;
}

/** A console that is connected to an account on this machine, whose clock and alarms the test can move. */
export interface AccountDesktop extends Desktop {
  readonly account: { readonly address: string; readonly pass: (seconds: number) => Promise<void> };
}

interface Fixtures {
  /** Starts consoles, each of which has ended when the test has. */
  readonly start: (options?: DesktopOptions) => Promise<Desktop>;
  readonly startOnAccount: (person: 'support' | 'reviewer' | 'admin') => Promise<AccountDesktop>;
}

export const test = base.extend<Fixtures>({
  // Playwright reads fixture names from this pattern, so it must be there though empty.
  // oxlint-disable-next-line no-empty-pattern
  start: async ({}, use) => {
    const started: Desktop[] = [];
    await use(async (options) => {
      const desktop = await startDesktop(options);
      started.push(desktop);
      return desktop;
    });
    for (const desktop of started) await desktop.kill();
    for (const { home } of started) removeHome(home);
  },

  startOnAccount: async ({ start }, use) => {
    const accounts: LocalAccount[] = [];
    await use(async (person) => {
      const account = await localAccount(person, 'out-test');
      accounts.push(account);
      const home = freshHome();
      const connections = [account.connection('staging', 'Staging', 'staging')];
      writeFileSync(join(home, 'connections.json'), JSON.stringify({ connections }));
      const desktop = await start({ home, flags: ['--connection', 'staging'], env: account.env });
      const pass = async (seconds: number): Promise<void> => {
        const body = JSON.stringify({ advanceSeconds: seconds });
        const answer = await fetch(`${account.address}/_local/clock`, { method: 'POST', body });
        if (!answer.ok) throw new Error(`Time did not pass: ${await answer.text()}`);
      };
      return { ...desktop, account: { address: account.address, pass } };
    });
    for (const account of accounts) await account.stop();
  },
});

export function removeHome(home: string): void {
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/** A test that shares its console with others starts it by this, and ends it and removes its home. */
export async function startDesktop(options: DesktopOptions = {}): Promise<Desktop> {
  const { home = freshHome(), flags = [], switches = [], env = {} } = options;
  const { path, sandboxed } = findRuntime();
  const environment = { ...environmentOfTests(), ...env };
  const app = await _electron.launch({
    executablePath: path,
    // Playwright turns the sandbox off unless this is set.
    chromiumSandbox: sandboxed,
    // Playwright would tell the page that the system is light.
    colorScheme: null,
    args: [...switches, entry, '--home', home, ...flags],
    env: environment,
  });
  const child = app.process();
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const page = await app.firstWindow();
  await page.waitForLoadState();
  const whenEnded = async (): Promise<Ended> => {
    const [code, signal] = await ended;
    return { code, signal };
  };
  return {
    app,
    page,
    home,
    log: () => readLog(home),
    async close() {
      // The answer to this may be lost, because the program can end before it is given.
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()).catch(() => undefined);
      return whenEnded();
    },
    async kill() {
      // Chromium's helpers are in the same group, and would still write to the home for a moment.
      if (child.pid !== undefined && child.exitCode === null) killGroup(child.pid);
      await ended;
    },
    startAgain: (...again) => runToEnd([entry, '--home', home, ...again], environment),
  };
}

function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    // It has ended already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const entry = fileURLToPath(new URL('../../out-test/main/electron.js', import.meta.url));

function findRuntime(): { readonly path: string; readonly sandboxed: boolean } {
  const runtime = findElectronRuntime();
  if ('missing' in runtime) throw new Error(runtime.missing);
  return { path: runtime.path, sandboxed: sandboxProblem(runtime.path) === undefined };
}

/** With the first variable Electron would be a plain Node. */
function environmentOfTests(): Record<string, string> {
  const { ELECTRON_RUN_AS_NODE: _asNode, ...rest } = process.env;
  return Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Runs Electron without a debugger, and collects what it says. */
export async function runToEnd(
  args: readonly string[],
  env: Readonly<Record<string, string>> = environmentOfTests(),
): Promise<Ended & { readonly stderr: string }> {
  const { path, sandboxed } = findRuntime();
  const child = spawn(path, [...(sandboxed ? [] : ['--no-sandbox']), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
    // A start that does not end is ended, and the test then sees the signal.
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString('utf8')));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, stderr };
}

function readLog(home: string): LogLine[] {
  const file = join(home, 'log', 'sluice.log');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  // The last line may be half written.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as LogLine);
}

/** Waits until the shell is there and listens for keys. */
export async function shellIsThere(page: Page): Promise<void> {
  await page.getByRole('navigation').first().waitFor();
  await page.evaluate(`new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`);
}

export function isFocused(app: ElectronApplication): Promise<boolean> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() !== null);
}

/**
 * Takes the focus from the window, as if another program were in front. The window takes it back when it is shown, which
 * may come after it first had it, so this is repeated until the window has lost it.
 */
export async function loseFocus(app: ElectronApplication): Promise<void> {
  await expect.poll(() => isFocused(app)).toBe(true);
  await expect
    .poll(async () => {
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur());
      return isFocused(app);
    })
    .toBe(false);
}
