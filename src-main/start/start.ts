import { fileURLToPath } from 'node:url';
import { openHomeFolder } from '../home/home-folder.ts';
import { catalogueProblem, parseFlags, usage, type Flags } from './flags.ts';
import { embeddedAws } from './embedded-aws.ts';
import { findDesktop, openDesktop, type DesktopEnd } from './find-desktop.ts';
import { startBrowserHost } from './start-browser-host.ts';

declare const __VERSION__: string;

// Standard output carries the one `ready` line and nothing else; people and logs get standard error.
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

  if (flags.host !== 'web') {
    const window = await openWindow(argv);
    if (window.opened) return window.code;
    if (flags.host === 'electron') return complain(`The desktop window cannot open: ${window.reason}`, 1);
    process.stderr.write(`Opening the browser host, because the desktop window cannot: ${window.reason}\n`);
  }
  return serve(flags, home.path);
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
