import { app, session, shell, type WebContents } from 'electron';
import type { Log } from '#main/log/open-log.ts';
import { isSignInPage, type OpenSignInPage } from '#main/pipeline/account/oidc-source.ts';
import { consoleUrl, isConsoleUrl } from './app-protocol.ts';

interface Attempt {
  readonly url: string;
  readonly isMainFrame: boolean;
  preventDefault(): void;
}

/** The console's page never leaves its origin, holds no frame and opens no window. */
export function guardNavigation(log: Log): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (attempt) => stayAtHome('will-navigate', attempt, log));
    contents.on('will-frame-navigate', (attempt) => stayAtHome('will-frame-navigate', attempt, log));
    contents.on('will-redirect', (attempt) => stayAtHome('will-redirect', attempt, log));
    contents.on('will-attach-webview', (attempt) => deny('webview', attempt, log));
    contents.setWindowOpenHandler(({ url }) => {
      openExternal(url, log);
      return { action: 'deny' };
    });
    if (contents.getType() === 'window') comeBack(contents, log);
  });
}

function stayAtHome(what: string, attempt: Attempt, log: Log): void {
  if (!attempt.isMainFrame || !isConsoleUrl(attempt.url)) deny(what, attempt, log);
}

function deny(what: string, attempt: Pick<Attempt, 'preventDefault'>, log: Log): void {
  attempt.preventDefault();
  log.warn({ what }, 'denied a navigation');
}

/**
 * Electron announces no navigation to an about: address, and Chromium shows about:blank for an address that it does not
 * accept. Nothing can prevent these, so the console is loaded again where the person was. Stopping such a load instead,
 * in did-start-navigation, ends Electron 33.
 */
function comeBack(contents: WebContents, log: Log): void {
  let place = consoleUrl('/');

  contents.on('did-navigate', (_event, url) => (isConsoleUrl(url) ? remember(url) : loadAgain()));
  contents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
    if (isMainFrame && isConsoleUrl(url)) remember(url);
  });
  contents.on('did-fail-load', (_event, code, _description, url, isMainFrame) => {
    // Chromium shows its own error page in place of the console, but leaves the page alone after an abort.
    if (isMainFrame && code !== aborted && !isConsoleUrl(url)) loadAgain();
  });

  function remember(url: string): void {
    place = url;
  }

  function loadAgain(): void {
    log.warn({}, 'the page had left the console, which is loaded again');
    contents.loadURL(place).catch((error: unknown) => {
      log.error({ err: error }, 'the console could not be loaded again');
    });
  }
}

const aborted = -3;

/**
 * The page may save what it made itself, such as a CSV. A link to a file elsewhere counts as a download, not as a
 * navigation, and is denied here.
 */
export function guardDownloads(log: Log): void {
  session.defaultSession.on('will-download', (event, item) => {
    if (item.getURLChain().every(isMadeByThePage)) {
      // The title would be the blob's address. The name and the folder of the last download are kept.
      return item.setSaveDialogOptions({ title: `Save ${item.getFilename()}` });
    }
    event.preventDefault();
    log.warn({}, 'denied a download');
  });
}

function isMadeByThePage(url: string): boolean {
  return url.startsWith('blob:') && isConsoleUrl(url.slice('blob:'.length));
}

/**
 * Electron grants everything by default. The console needs nothing: the main process does the copying, exporting
 * and notifying.
 */
export function denyPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
  session.defaultSession.setDevicePermissionHandler(() => false);
}

/**
 * Chromium fetches a dictionary from a public server at every start, even when no page checks spelling, unless the
 * profile has no language to check.
 */
export function fetchNoDictionaries(): void {
  session.defaultSession.setSpellCheckerLanguages([]);
}

export function openExternal(url: string, log: Log): void {
  if (!externalUrlAllowed(url)) {
    log.warn({ protocol: URL.canParse(url) ? new URL(url).protocol : 'none' }, 'refused to open an address');
    return;
  }
  // This runs after the window-open handler, because the page waits for that handler to return.
  setImmediate(() => {
    shell.openExternal(new URL(url).href).catch((error: unknown) => {
      log.warn({ err: error }, 'the system could not open an address');
    });
  });
}

/**
 * Lists the only places outside the console that a click may open in the system's browser. Anything else would let
 * data from a document or a message choose what the operating system runs.
 */
export function externalUrlAllowed(url: string): boolean {
  if (url.length > 2_048 || !plain.test(url) || url.includes('\\') || !URL.canParse(url)) return false;
  const { protocol, hostname, port, username, password } = new URL(url);
  return (
    protocol === 'https:' && port === '' && username === '' && password === '' && isAllowedHost(hostname)
  );
}

const hosts: ReadonlySet<string> = new Set([
  'console.aws.amazon.com',
  'console.amazonaws.cn',
  'console.amazonaws-us-gov.com',
  'docs.aws.amazon.com',
]);

function isAllowedHost(hostname: string): boolean {
  return hosts.has(hostname) || regionalConsole.test(hostname);
}

// With several sessions open, AWS puts the session in front of the region.
const regionalConsole =
  /^(?:[a-z0-9-]+\.)?[a-z0-9-]+\.console\.(?:aws\.amazon\.com|amazonaws\.cn|amazonaws-us-gov\.com)$/;

// A URL parser drops tabs and line ends, folds look-alike letters and decodes the host. This pattern only admits
// links that the parser reads exactly as a person does.
const plain = /^https:\/\/[a-z0-9.-]+(?::443)?(?:[/?#][!-~]*)?$/i;

/**
 * The sign-in page is the one outside page that no link of the console names. Only the issuer's own endpoint opens,
 * and no other page of its site.
 */
export const openSignInPage: OpenSignInPage = (page) => {
  if (!isSignInPage(page)) return Promise.reject(new Error('This is not a sign-in page.'));
  return shell.openExternal(new URL(page.address).href);
};

/**
 * enableSandbox also takes --no-sandbox off the command line, and Chromium then aborts its helper processes where
 * it cannot sandbox at all: as root, and in many containers. There `npm start` opens the browser host instead
 * (start/find-desktop.ts) and knows no such flag. A person who must have the window runs Electron itself: npx
 * electron --no-sandbox out/main/electron.js. The window keeps `sandbox: true` even then, and a packaged app that
 * is started with the switch has already ended (launch.ts).
 */
export function sandboxEveryProcess(): void {
  if (app.commandLine.hasSwitch('no-sandbox')) {
    process.stderr.write(
      'The operating system sandbox is off, because of --no-sandbox. ' +
        'Where it cannot be on, the console also runs in a browser: npm start -- --web\n',
    );
    return;
  }
  app.enableSandbox();
}
