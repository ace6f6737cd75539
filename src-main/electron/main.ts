import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, clipboard, crashReporter, session } from 'electron';
import type { OpenSandbox } from '#main/aws/sandbox.ts';
import { openConsole } from '#main/compose/open-console.ts';
import { openHomeFolder } from '#main/home/home-folder.ts';
import { answerOtherStarts, reachRunningConsole } from '#main/home/running-console.ts';
import { embeddedAws, examineSandbox } from '#main/start/embedded-aws.ts';
import { openInBrowser } from '#main/start/open-in-browser.ts';
import { readRendererFiles } from '#main/web/renderer-files.ts';
import { registerConsoleScheme, serveConsole } from './app-protocol.ts';
import { openBridgeChannel } from './bridge-channel.ts';
import { desktopNotices } from './desktop-notices.ts';
import {
  closeBeforeQuit,
  endBeforeReady,
  exitOnFatalError,
  logLostChildProcesses,
  type FatalErrors,
} from './ending.ts';
import {
  denyPermissions,
  fetchNoDictionaries,
  guardDownloads,
  guardNavigation,
  openSignInPage,
  sandboxEveryProcess,
} from './guards.ts';
import {
  debugSwitchRefusal,
  findDebugSwitch,
  listenForLinks,
  readLaunch,
  registerLinks,
  type Links,
} from './launch.ts';
import { installMenu } from './menu.ts';
import { keepOneWindow, startsDark } from './window.ts';

declare const __VERSION__: string;

// The SDK's advice about Node versions is not for the person who starts the console.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
main();

/** Does what Electron accepts only before it is ready; openOnReady does the rest. */
function main(): void {
  const launch = readLaunch(process.argv, process.defaultApp);
  if (!launch.ok) return stop(launch.text, launch.exitCode);
  const debugSwitch = app.isPackaged ? findDebugSwitch(app.commandLine) : undefined;
  if (debugSwitch !== undefined) return stop(debugSwitchRefusal(debugSwitch), 1);
  const home = openHomeFolder(launch.flags.home);
  if (!home.ok) return endBeforeReady(home.problem, 1);

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
  // Links open the console on the usual home; a console with a home of its own does not register for them.
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
      tenants: launch.flags.tenants,
      say: (notice) => void process.stderr.write(`${notice}\n`),
    }),
    catalogueFile: launch.flags.catalogue,
    links,
    fatal,
  };
  // This is not awaited, because Electron becomes ready only after this module has been evaluated.
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

/** Only the entry file of a build knows where the other files are. */
function beside(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

interface Parts {
  readonly home: string;
  readonly connection: string | undefined;
  readonly version: string;
  readonly rendererDir: string;
  readonly preload: string;
  readonly openSandbox: OpenSandbox;
  readonly catalogueFile: string | undefined;
  readonly links: Links;
  readonly fatal: FatalErrors;
}

/** Every guard is in place before the first window exists. */
async function openOnReady(parts: Parts): Promise<void> {
  const { home, connection, version, rendererDir, preload, links, fatal } = parts;
  const { openSandbox, catalogueFile } = parts;
  // A browser host may run on this home folder, which Electron's own lock does not know of.
  const reached = await reachRunningConsole(home);
  if (reached !== undefined) {
    process.stderr.write(`Sluice already runs on ${home}.\n`);
    if (typeof reached !== 'string') openInBrowser({ address: reached.address, home, endsAtOnce: true });
    return app.exit(0);
  }
  const { notify, clicksLeadTo } = desktopNotices();
  denyPermissions();
  fetchNoDictionaries();

  const opened = await openConsole({
    host: 'electron',
    home,
    connection,
    version,
    openSandbox,
    examineSandbox,
    catalogueFile,
    writeClipboard: (text) => clipboard.writeText(text),
    notify,
    openSignInPage,
    askSystemProxy: (url) => session.defaultSession.resolveProxy(url),
  });
  const { gate, log, preferences } = opened;
  fatal.logTo(log);
  const mayOpen = closeBeforeQuit(opened, links.findWaiting);
  logLostChildProcesses(log);

  guardNavigation(log);
  guardDownloads(log);
  serveConsole(readRendererFiles(rendererDir), preferences, log);
  const channel = openBridgeChannel(gate, log);

  const dark = startsDark(preferences());
  const goTo = keepOneWindow(channel, { preload, home, log, dark, mayOpen });
  clicksLeadTo(() => goTo());
  const stopAnswering = await answerOtherStarts(home, () => {
    goTo();
    return 'its window came to the front';
  });
  app.once('quit', stopAnswering);
  installMenu({ goTo, home, version, log });
  links.follow(goTo, log);
}

/**
 * Chromium keeps its profile and the single-instance lock here. Its default would be shared with every other
 * Electron program that is started by path. A console with a home of its own (--home) is separate: it may run
 * beside the first and leaves nothing outside its home.
 */
function keepProfileInHome(home: string): void {
  app.setName('Sluice');
  app.setPath('userData', join(home, 'electron'));
}
