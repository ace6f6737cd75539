import { parseFlags, usage } from '#main/start/flags.ts';
import type { Flags } from '#main/start/flags.ts';
import { linkScheme } from './deep-link.ts';

export type Launch =
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

export function linkIn(given: readonly string[]): string | undefined {
  return given.findLast(isLink);
}

/** The connection that a second start asked for, and did not get. */
export function connectionIn(given: readonly string[]): string | undefined {
  const parsed = parseFlags(ownFlags(given));
  return parsed.ok ? parsed.flags.connection : undefined;
}

/** The same reading of the command line that Electron itself makes to find the app. */
function afterAppPath(argv: readonly string[]): readonly string[] {
  for (let at = 1; at < argv.length; at += 1) {
    const argument = argv[at];
    if (argument === '-r' || argument === '--require') at += 1;
    else if (argument !== undefined && !argument.startsWith('-')) return argv.slice(at + 1);
  }
  return [];
}

/**
 * What follows `--` came with a link that somebody else wrote, so it is never read as a flag
 * (see registerLinks). Display switches are Chromium's and do no harm.
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
