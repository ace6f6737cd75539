import { fileURLToPath } from 'node:url';
import { openHomeFolder } from '../home/home-folder.ts';
import { reachRunningConsole, type Reached } from '../home/running-console.ts';
import { catalogueProblem, parseFlags, usage, type Flags } from './flags.ts';
import { embeddedAws } from './embedded-aws.ts';
import { findDesktop, openDesktop, type DesktopEnd } from './find-desktop.ts';
import { openInBrowser } from './open-in-browser.ts';
import { startBrowserHost } from './start-browser-host.ts';

declare const __VERSION__: string;

// Standard output carries the one `ready` line and nothing else; people and logs get standard error.
// The SDK's advice about Node versions would stand before the address; the README says until when Node 20 serves.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
const exitCode = await start(process.argv.slice(2));
if (exitCode !== undefined) process.exitCode = exitCode;

async function start(argv: readonly string[]): Promise<number | undefined> {
  const parsed = parseFlags(argv);
  if (!parsed.ok) return complain(`${parsed.problem}\n\n${usage}`, 2);
  const { flags } = parsed;
  if (flags.help) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const catalogue = catalogueProblem(flags);
  if (catalogue !== undefined) return complain(catalogue, 2);
  const home = openHomeFolder(flags.home);
  if (!home.ok) return complain(home.problem, 1);

  const reached = await reachRunningConsole(home.path);
  if (reached !== undefined) return leadTo(reached, flags, home.path);

  if (flags.host !== 'web') {
    const window = await openWindow(argv);
    if (window.opened) return window.code;
    if (flags.host === 'electron') return complain(`The desktop window cannot open: ${window.reason}`, 1);
    process.stderr.write(`Opening the browser host, because the desktop window cannot: ${window.reason}\n`);
  }
  return serve(flags, home.path);
}

/** Ends this start, because a console runs on this home folder already. */
function leadTo(reached: Reached, flags: Flags, home: string): number {
  const { connection, seed, tenants, catalogue } = flags;
  const port = flags.port === 0 ? undefined : flags.port;
  const given = Object.entries({ connection, seed, tenants, catalogue, port });
  const unused = given.flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const noEffect = unused.length === 0 ? '' : ` --${unused.join(', --')} had no effect.`;
  if (typeof reached === 'string') {
    process.stderr.write(`Sluice already runs on ${home}; ${reached}.${noEffect}\n`);
    return 0;
  }
  process.stderr.write(`Sluice already runs on ${home}. This address leads to it.${noEffect}\n`);
  process.stdout.write(`ready ${reached.address}\n`);
  if (flags.open) openInBrowser({ address: reached.address, home, endsAtOnce: true });
  return 0;
}

async function openWindow(argv: readonly string[]): Promise<DesktopEnd> {
  const desktop = await findDesktop();
  if (!desktop.found) return { opened: false, reason: desktop.reason };
  return openDesktop({ executable: desktop.executable, entry: entry('electron.js'), argv });
}

async function serve(flags: Flags, home: string): Promise<number | undefined> {
  const started = await startBrowserHost({
    flags,
    home,
    rendererDir: entry('../renderer'),
    openSandbox: embeddedAws({
      home,
      workerFile: new URL('pocket-aws.js', import.meta.url),
      seed: flags.seed,
      tenants: flags.tenants,
      say: (notice) => void process.stderr.write(`${notice}\n`),
    }),
    version: __VERSION__,
  });
  return started.ok ? undefined : complain(started.problem, started.exitCode);
}

function complain(problem: string, code: number): number {
  process.stderr.write(`${problem}\n`);
  return code;
}

function entry(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
