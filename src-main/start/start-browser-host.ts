import type { EventEmitter } from 'node:events';
import type { OpenSandbox } from '../aws/sandbox.ts';
import { openConsole, type Console } from '../compose/open-console.ts';
import { CannotStart } from '../home/home-folder.ts';
import { answerOtherStarts } from '../home/running-console.ts';
import type { OpenLog } from '../log/open-log.ts';
import { readRendererFiles } from '../web/renderer-files.ts';
import { serveBrowser, type BrowserHost } from '../web/serve-browser.ts';
import { examineSandbox } from './embedded-aws.ts';
import type { Flags } from './flags.ts';
import { deletePagesOfOtherStarts, openInBrowser, signInPageOpener } from './open-in-browser.ts';

interface StartOptions {
  readonly flags: Flags;
  readonly home: string;
  readonly rendererDir: string;
  readonly openSandbox: OpenSandbox;
  readonly version: string;
}

type Started =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: string; readonly exitCode: number };

export async function startBrowserHost({
  flags,
  home,
  rendererDir,
  openSandbox,
  version,
}: StartOptions): Promise<Started> {
  let opened: Console | undefined;
  try {
    opened = await openConsole({
      host: 'browser',
      home,
      connection: flags.connection,
      version,
      openSandbox,
      examineSandbox,
      catalogueFile: flags.catalogue,
      openSignInPage: signInPageOpener({ home: flags.open ? home : undefined }),
    });
    const files = readRendererFiles(rendererDir);
    const { gate, log, preferences, newReference } = opened;
    const host = await serveBrowser({ gate, log, files, preferences, newReference, port: flags.port });
    const deletePagesOf = deletePagesOfOtherStarts(home);
    const stopAnswering = await answerOtherStarts(home, () => {
      const address = host.newAddress();
      deletePagesOf(address);
      return { address };
    });
    // This comes before the ready line, because a reader of that line may stop the console at once.
    closeOnSignal(opened, host, stopAnswering);
    exitOnFatalError(opened.log);
    announce(host, flags.open ? home : undefined);
    return { ok: true };
  } catch (error) {
    await opened?.close();
    if (error instanceof CannotStart) return { ok: false, problem: error.message, exitCode: 2 };
    const problem = portProblem(error, flags.port);
    if (problem === undefined) throw error;
    return { ok: false, problem, exitCode: 1 };
  }
}

/**
 * Opens a browser through the home folder, if there is one to open. That browser gets an address of its own, so that the
 * printed one still signs in another.
 */
function announce(host: BrowserHost, home: string | undefined): void {
  process.stdout.write(`ready ${host.newAddress()}\n`);
  if (home !== undefined) openInBrowser({ address: host.newAddress(), home });
  if (!process.stdin.isTTY) return;
  process.stderr.write(
    'The address signs in one browser, which may open it again. Press Enter for another address, Ctrl+C to stop.\n',
  );
  process.stdin.on('data', () => process.stderr.write(`${host.newAddress()}\n`));
}

function closeOnSignal(opened: Console, host: BrowserHost, stopAnswering: () => void): void {
  const stop = (): void => {
    stopAnswering();
    void host
      .close()
      .then(() => opened.close())
      .finally(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.once('SIGHUP', stop);
}

function portProblem(error: unknown, port: number): string | undefined {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use. Choose another with --port N, or leave --port out for any free one.`;
  }
  if (code === 'EACCES') return `Port ${port} needs more rights than you have. Choose one above 1023.`;
  return undefined;
}

/**
 * After an uncaught error the state is unknown, and continuing could repeat or lose an action. The desktop window's
 * counterpart is electron/ending.ts.
 */
export function exitOnFatalError(
  log: OpenLog,
  source: EventEmitter = process,
  exit: (code: number) => void = (code) => process.exit(code),
): void {
  let ending = false;
  const end = (error: unknown): void => {
    // Writing to standard error can fail too, when its reader has gone.
    if (ending) return exit(1);
    ending = true;
    log.fatal({ err: error }, 'Sluice has to close');
    process.stderr.write(`Sluice has to close: it hit an unexpected error. See the log ${log.file}.\n`);
    exit(1);
  };
  source.on('uncaughtException', end);
  source.on('unhandledRejection', end);
}
