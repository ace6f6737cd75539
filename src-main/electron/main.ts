import { fileURLToPath } from 'node:url';
import { app, crashReporter } from 'electron';
import { openHomeFolder } from '#main/home/home-folder.ts';
import { embeddedAws } from '#main/start/embedded-aws.ts';
import { registerConsoleScheme } from './app-protocol.ts';
import { debugSwitchRefusal, findDebugSwitch } from './debug-switches.ts';
import { exitOnFatalError } from './fatal-errors.ts';
import { readLaunch } from './launch.ts';
import { listenForLinks, registerLinks } from './links.ts';
import { openOnReady } from './open-on-ready.ts';
import { keepProfileInHome } from './profile.ts';
import { sandboxEveryProcess } from './sandbox.ts';

declare const __VERSION__: string;

main();

/** What Electron takes only before it is ready; open-on-ready.ts has the rest of the list. */
function main(): void {
  const launch = readLaunch(process.argv, process.defaultApp);
  if (!launch.ok) return stop(launch.text, launch.exitCode);
  const debugSwitch = app.isPackaged ? findDebugSwitch(app.commandLine) : undefined;
  if (debugSwitch !== undefined) return stop(debugSwitchRefusal(debugSwitch), 1);
  const home = openHomeFolder(launch.flags.home);
  if (!home.ok) return stop(home.problem, 1);

  keepProfileInHome(home.path);
  if (!app.requestSingleInstanceLock({ given: launch.given })) {
    const { connection } = launch.flags;
    if (connection !== undefined) process.stderr.write(notOpened(connection));
    return app.exit(0);
  }

  const fatal = exitOnFatalError();
  sandboxEveryProcess();
  crashReporter.start({ uploadToServer: false });
  registerConsoleScheme();
  // Links open the console on the usual home; one with a home of its own does not ask for them.
  if (launch.flags.home === undefined) registerLinks(beside('electron.js'));
  const links = listenForLinks(launch.link);

  const parts = {
    home: home.path,
    connection: launch.flags.connection,
    version: __VERSION__,
    rendererDir: beside('../renderer'),
    preload: beside('../preload/preload.cjs'),
    openSandbox: embeddedAws({
      home: home.path,
      workerFile: new URL('pocket-aws.js', import.meta.url),
      seed: launch.flags.seed,
      say: (notice) => void process.stderr.write(`${notice}\n`),
    }),
    catalogueFile: launch.flags.catalogue,
    links,
    fatal,
  };
  // Not awaited: Electron becomes ready only after this module has been evaluated.
  app
    .whenReady()
    .then(() => openOnReady(parts))
    .catch((error: unknown) => fatal.couldNotStart(error));
}

function notOpened(connection: string): string {
  return `The console is open already and came to the front; --connection ${connection} had no effect. Choose the connection there, or close it first.\n`;
}

/** Electron's exit is not immediate, so every caller returns. */
function stop(text: string, exitCode: 0 | 1 | 2): void {
  (exitCode === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  app.exit(exitCode);
}

/** Only the entry of a build knows where the rest of it is. */
function beside(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
