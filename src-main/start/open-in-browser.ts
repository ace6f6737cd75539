import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isSignInPage, type OpenSignInPage } from '../pipeline/account/oidc-source.ts';

interface OpenOptions {
  /** The address holds the sign-in token. */
  readonly address: string;
  readonly home: string;
  /** This process ends before the browser has read the page, so the console that answered it deletes the page. */
  readonly endsAtOnce?: boolean;
  readonly open?: (url: string) => void;
  readonly environment?: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
}

const pageLivesMs = 30_000;

/**
 * Opening the browser is a convenience, since the address is printed in any case. It goes through a page that only
 * its owner can read, because every user of the machine can read a program's arguments.
 */
export function openInBrowser({ address, home, endsAtOnce = false, ...rest }: OpenOptions): void {
  const { environment = process.env, platform = process.platform } = rest;
  if (platform === 'linux' && !hasDisplay(environment)) return;
  const page = join(home, `open-${process.pid}.html`);
  const content = redirectTo(address);
  const remove = (): void => {
    process.off('exit', remove);
    removePage(page, content);
  };
  try {
    // A leftover file could belong to another user, and would keep its permissions.
    rmSync(page, { force: true });
    writeFileSync(page, content, { mode: 0o600, flag: 'wx' });
    if (!endsAtOnce) {
      process.once('exit', remove);
      setTimeout(remove, pageLivesMs).unref();
    }
    const url = pathToFileURL(page).href;
    if (rest.open === undefined) openWithSystem(platform, url);
    else rest.open(url);
  } catch (error) {
    complain(error);
  }
}

/**
 * Deletes the pages with which other starts lead to this console. Those starts have ended before the browser reads a page.
 * Returns what notes an address that was given to one.
 */
export function deletePagesOfOtherStarts(home: string): (address: string) => void {
  const given = new Set<string>();
  const remove = (addresses: ReadonlySet<string>): void => {
    for (const page of listPages(home)) {
      for (const address of addresses) removePage(page, redirectTo(address));
    }
  };
  process.once('exit', () => given.size > 0 && remove(given));
  return (address) => {
    given.add(address);
    setTimeout(() => {
      given.delete(address);
      remove(new Set([address]));
    }, pageLivesMs).unref();
  };
}

function listPages(home: string): readonly string[] {
  try {
    const names = readdirSync(home).filter((name) => /^open-\d+\.html$/.test(name));
    return names.map((name) => join(home, name));
  } catch {
    // Without a home there is no page.
    return [];
  }
}

/** A page that opens later takes the place of the one before, and lives its own time. */
function removePage(page: string, content: string): void {
  try {
    if (readFileSync(page, 'utf8') === content) rmSync(page, { force: true });
  } catch {
    // It has gone, or a browser on Windows still reads it. Its address works once.
  }
}

export function hasDisplay(environment: NodeJS.ProcessEnv): boolean {
  return Boolean(environment['DISPLAY']) || Boolean(environment['WAYLAND_DISPLAY']);
}

function openWithSystem(platform: NodeJS.Platform, url: string): void {
  const [command, args] = opener(platform, url);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', complain);
  child.unref();
}

function complain(error: unknown): void {
  const why = error instanceof Error ? error.message : String(error);
  process.stderr.write(`No browser could be opened (${why}); open the address yourself.\n`);
}

function opener(platform: NodeJS.Platform, url: string): [string, string[]] {
  if (platform === 'darwin') return ['open', [url]];
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]];
  return ['xdg-open', [url]];
}

function redirectTo(address: string): string {
  const escaped = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="referrer" content="no-referrer">
  <meta http-equiv="refresh" content="0;url=${escaped}">
  <title>Sluice</title>
  <p><a href="${escaped}">Open the console</a></p>
</html>
`;
}

interface Parts {
  /** It is undefined when no browser should be opened. */
  readonly home: string | undefined;
  readonly say?: (text: string) => void;
  readonly open?: typeof openInBrowser;
  readonly environment?: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
}

/** Serves the browser host: without a browser to open here, the address is printed on the terminal. */
export function signInPageOpener({
  home,
  say = (text) => void process.stderr.write(text),
  open = openInBrowser,
  environment = process.env,
  platform = process.platform,
}: Parts): OpenSignInPage {
  return (page) => {
    if (!isSignInPage(page)) return Promise.reject(new Error('This is not a sign-in page.'));
    const { address } = page;
    const isShown = home !== undefined && (platform !== 'linux' || hasDisplay(environment));
    if (isShown) open({ address, home });
    else say(`To sign in to the pipeline API, open this in a browser on this machine:\n${address}\n`);
    return Promise.resolve();
  };
}
