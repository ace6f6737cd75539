import { clipboard } from 'electron';
import type { OpenSandbox } from '#main/aws/sandbox.ts';
import { openConsole } from '#main/contract/open-console.ts';
import { readRendererFiles } from '#main/web/renderer-files.ts';
import { serveConsole } from './app-protocol.ts';
import { openBridgeChannel } from './bridge-channel.ts';
import { logLostChildProcesses } from './child-processes.ts';
import { desktopNotices } from './desktop-notices.ts';
import { guardDownloads } from './download-guard.ts';
import type { FatalErrors } from './fatal-errors.ts';
import type { Links } from './links.ts';
import { installMenu } from './menu.ts';
import { guardNavigation } from './navigation-guard.ts';
import { keepOneWindow } from './one-window.ts';
import { openSignInPage } from './open-sign-in-page.ts';
import { denyPermissions } from './permissions.ts';
import { closeBeforeQuit } from './quitting.ts';
import { startsDark } from './starting-theme.ts';

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
export async function openOnReady(parts: Parts): Promise<void> {
  const { home, connection, version, rendererDir, preload, links, fatal } = parts;
  const { openSandbox, catalogueFile } = parts;
  const { notify, clicksLeadTo } = desktopNotices();
  denyPermissions();

  const opened = await openConsole({
    host: 'electron',
    home,
    connection,
    version,
    openSandbox,
    catalogueFile,
    writeClipboard: (text) => clipboard.writeText(text),
    notify,
    openSignInPage,
  });
  const { gate, log, preferences } = opened;
  fatal.logTo(log);
  closeBeforeQuit(opened);
  logLostChildProcesses(log);

  guardNavigation(log);
  guardDownloads(log);
  serveConsole(readRendererFiles(rendererDir), preferences, log);
  const channel = openBridgeChannel(gate, log);

  const goTo = keepOneWindow(channel, { preload, home, log, dark: startsDark(preferences()) });
  clicksLeadTo(() => goTo());
  installMenu(goTo, home, log);
  links.follow(goTo, log);
}
