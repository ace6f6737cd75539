import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isSignInPage, type OpenSignInPage } from '../pipeline/account/oidc-source.ts';

interface OpenOptions {
  /** The address holds the sign-in token. */
  readonly address: string;
  readonly home: string;
  readonly open?: (url: string) => void;
  readonly environment?: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
}

const pageLivesMs = 30_000;

/**
 * Opening the browser is a convenience, since the address is printed in any case. It goes through a page that only
 * its owner can read, because every user of the machine can read a program's arguments.
 */
export function openInBrowser({ address, home, ...rest }: OpenOptions): void {
  const { environment = process.env, platform = process.platform } = rest;
  if (platform === 'linux' && !hasDisplay(environment)) return;
  const page = join(home, `open-${process.pid}.html`);
  const remove = (): void => rmSync(page, { force: true });
  try {
    // A leftover file could belong to another user, and would keep its permissions.
    remove();
    writeFileSync(page, redirectTo(address), { mode: 0o600, flag: 'wx' });
    process.once('exit', remove);
    setTimeout(remove, pageLivesMs).unref();
    const url = pathToFileURL(page).href;
    if (rest.open === undefined) openWithSystem(platform, url);
    else rest.open(url);
  } catch (error) {
    complain(error);
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
