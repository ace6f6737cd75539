import { spawn } from 'node:child_process';
import { app, type CommandLine } from 'electron';
import type { Log } from '#main/log/open-log.ts';
import { parseFlags, usage, type Flags } from '#main/start/flags.ts';
import { readCaseLink, toOpenAddress } from '#shared/domain/case-link.ts';
import { fitsInLink, idKinds } from '#shared/domain/recognise-id.ts';
import { pages } from '#shared/domain/screens.ts';

type Launch =
  | {
      readonly ok: true;
      readonly flags: Flags;
      readonly link: string | undefined;
      readonly given: readonly string[];
    }
  | { readonly ok: false; readonly exitCode: 0 | 2; readonly text: string };

/** `startedByPath` is Electron's process.defaultApp: `electron [switches] . [our flags]`. */
export function readLaunch(argv: readonly string[], startedByPath: boolean): Launch {
  const given = startedByPath ? afterAppPath(argv) : argv.slice(1);
  const parsed = parseFlags(ownFlags(given));
  if (!parsed.ok) {
    return { ok: false, exitCode: 2, text: `${parsed.problem} Use --help for the list of options.` };
  }
  if (parsed.flags.help) return { ok: false, exitCode: 0, text: usage };
  return { ok: true, flags: parsed.flags, link: linkIn(given), given };
}

function linkIn(given: readonly string[]): string | undefined {
  return given.findLast(isLink);
}

/** Returns the connection that a second start asked for and did not get. */
function connectionIn(given: readonly string[]): string | undefined {
  const parsed = parseFlags(ownFlags(given));
  return parsed.ok ? parsed.flags.connection : undefined;
}

/** Reads the command line in the same way as Electron does to find the app. */
function afterAppPath(argv: readonly string[]): readonly string[] {
  for (let at = 1; at < argv.length; at += 1) {
    const argument = argv[at];
    if (argument === '-r' || argument === '--require') at += 1;
    else if (argument !== undefined && !argument.startsWith('-')) return argv.slice(at + 1);
  }
  return [];
}

/**
 * Arguments after `--` came with a link from an unknown author, so they are never read as flags (see
 * registerLinks). Display switches belong to Chromium and are harmless.
 */
function ownFlags(given: readonly string[]): readonly string[] {
  const end = given.indexOf('--');
  const ours = end === -1 ? given : given.slice(0, end);
  return ours.filter((argument) => !isLink(argument) && !chromiumSwitch.test(argument));
}

function isLink(argument: string): boolean {
  return argument.toLowerCase().startsWith(`${linkScheme}:`);
}

const chromiumSwitch =
  /^--(ozone-platform|ozone-platform-hint|force-device-scale-factor|disable-gpu|lang|no-sandbox|original-process-start-time)(=|$)/;

export interface Links {
  /** Follows the last link that arrived before there was a window, then each new one that `goTo` does not refuse. */
  follow(goTo: (path?: string) => unknown, log: Log): void;
  /** Returns the last link that was not followed. */
  readonly findWaiting: () => string | undefined;
}

/** The listener is attached before ready: macOS delivers the link that started the app only once, and early. */
export function listenForLinks(first: string | undefined): Links {
  let waiting = first;
  let ignored: string | undefined;
  let open = (_link: string | undefined, connection?: string): void => {
    ignored = connection ?? ignored;
  };
  const arrive = (link: string | undefined, connection?: string): void => {
    waiting = link ?? waiting;
    open(link, connection);
  };

  app.on('open-url', (event, link) => {
    event.preventDefault();
    arrive(link);
  });
  app.on('second-instance', (_event, _argv, _workingDirectory, message) => {
    const given = givenIn(message);
    arrive(linkIn(given), connectionIn(given));
  });

  return {
    follow(goTo, log) {
      open = (link, connection) => {
        if (connection !== undefined)
          log.warn({ connection }, 'a second start could not open its connection');
        const path = link === undefined ? undefined : pathOfLink(link);
        if (link !== undefined && path === undefined) log.warn({}, 'ignored a link that leads nowhere');
        if (goTo(path) !== false) waiting = undefined;
      };
      open(waiting, ignored);
    },
    findWaiting: () => waiting,
  };
}

/** Returns the arguments with which this program starts again: its own without the link it came with, and this link. */
export function listArgumentsAgain(argv: readonly string[], link: string | undefined): string[] {
  const end = argv.indexOf('--');
  const own = argv.slice(1, end === -1 ? undefined : end).filter((argument) => !isLink(argument));
  return link === undefined ? own : [...own, '--', link];
}

/**
 * Windows and Linux put the link at the end of a command line; after `--` no part of it can pass for a flag.
 * `entry` is this program's script, which an unpackaged Electron needs.
 */
export function registerLinks(entry: string, platform: NodeJS.Platform = process.platform): void {
  if (platform === 'linux') return registerDesktopEntry();
  app.setAsDefaultProtocolClient(linkScheme, process.execPath, process.defaultApp ? [entry, '--'] : ['--']);
}

/**
 * Electron would wait for this program, and then a desktop in which it hangs keeps the window from opening. The
 * package's desktop entry names the scheme as well, so a failure here loses nothing but the first place among programs.
 */
function registerDesktopEntry(): void {
  const entry = process.env['CHROME_DESKTOP'];
  if (entry === undefined) return;
  const args = ['set', 'default-url-scheme-handler', linkScheme, entry];
  const program = spawn('xdg-settings', args, { stdio: 'ignore', timeout: 10_000 });
  program.on('error', () => {});
  process.once('exit', () => program.kill());
}

/** The message comes from a second instance of this app, but is still checked like any outside input. */
function givenIn(message: unknown): readonly string[] {
  if (typeof message !== 'object' || message === null || !('given' in message)) return [];
  const { given } = message;
  return Array.isArray(given) ? given.filter((item): item is string => typeof item === 'string') : [];
}

const linkScheme = 'sluice';

/**
 * Returns a sluice:// link as a path of the console, or undefined. Links come from mails, tickets and web pages, so
 * they can only ever lead somewhere: no link performs an action.
 */
export function pathOfLink(link: string): string | undefined {
  const ofCase = readCaseLink(link);
  // The address is written again from what was understood, so that nothing else of the link reaches the page.
  if (ofCase !== null) return toOpenAddress(ofCase);
  if (link.length > 1_024) return undefined;
  const [, kind, encoded] = shape.exec(link) ?? [];
  if (kind === undefined || encoded === undefined) return undefined;
  const name = decodeOnce(encoded);
  if (name === undefined) return undefined;
  if (kind === 'page') return pages.find(({ path }) => path === `/${name}`)?.path;
  if (!fitsInLink(name)) return undefined;
  const as = idKinds.find((one) => one === kind.toLowerCase());
  return `/find?id=${encodeURIComponent(name)}${as === undefined ? '' : `&as=${as}`}`;
}

// Some systems add a slash at the end when they pass a link on.
const shape = /^sluice:\/\/(batch|document|execution|queue|page)\/([^/?#\\\s]+)\/?$/i;

function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Fuses do not cover Chromium's own switches. In a packaged app the first of these found ends the start: each lets
 * another program drive the console, weaken its page or run in its place. Electron adds some switches itself at
 * every start, such as --allow-file-access-from-files, so those are not in the list; readLaunch refuses them as
 * unknown flags where a person gives them.
 */
export function findDebugSwitch(commandLine: Pick<CommandLine, 'hasSwitch'>): string | undefined {
  return debugSwitches.find((name) => commandLine.hasSwitch(name));
}

/**
 * Explains the refusal to the person who started the app. For the switch that an AppImage adds, it also says what
 * helps.
 */
export function debugSwitchRefusal(name: string): string {
  const refusal = `Sluice does not run with --${name}.`;
  return name === 'no-sandbox' ? `${refusal} ${appImageAdvice}` : refusal;
}

const appImageAdvice =
  'An AppImage adds it automatically where the system forbids unprivileged user namespaces: ' +
  'install the .deb instead, which brings the permission along, or ask an administrator to allow them.';

export const debugSwitches: readonly string[] = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-targets',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-port',
  'inspect-publish-uid',
  'inspect-wait',
  'no-sandbox',
  'disable-setuid-sandbox',
  'disable-gpu-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-web-security',
  'disable-site-isolation-trials',
  'allow-running-insecure-content',
  'unsafely-treat-insecure-origin-as-secure',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'single-process',
  'js-flags',
  'host-rules',
  'host-resolver-rules',
  'proxy-server',
  'proxy-pac-url',
  'load-extension',
  'disable-extensions-except',
  'ssl-key-log-file',
  'log-net-log',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'zygote-cmd-prefix',
];
