import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface System {
  readonly platform?: NodeJS.Platform;
  readonly uid?: number | undefined;
  /** The text of a system setting such as kernel/unprivileged_userns_clone. */
  readonly setting?: (name: string) => string | undefined;
  readonly isSetuidRoot?: (file: string) => boolean;
}

const forbidden: readonly (readonly [setting: string, value: string])[] = [
  ['kernel/unprivileged_userns_clone', '0'],
  ['user/max_user_namespaces', '0'],
  // Ubuntu from 23.10 on.
  ['kernel/apparmor_restrict_unprivileged_userns', '1'],
];

/** Why Chromium would end at once instead of opening a window, or undefined. Only Linux has such reasons. */
export function sandboxProblem(executable: string | undefined, system: System = {}): string | undefined {
  const { platform = process.platform, setting = readSetting, isSetuidRoot = isSetuidRootFile } = system;
  if (platform !== 'linux') return undefined;
  const uid = 'uid' in system ? system.uid : process.getuid?.();
  if (uid === 0) return "Electron's sandbox does not run as root; start the console as yourself.";

  const found = forbidden.find(([name, value]) => setting(name) === value);
  // Chromium's older way to sandbox, which needs no user namespaces.
  const helper = executable === undefined ? undefined : join(dirname(executable), 'chrome-sandbox');
  if (found === undefined || (helper !== undefined && isSetuidRoot(helper))) return undefined;
  const [name, value] = found;
  const otherWay = helper === undefined ? '' : `, or ${helper} has to belong to root with mode 4755`;
  return `this system forbids what Electron's sandbox needs: ${name.replace('/', '.')} is ${value}. An administrator has to change that${otherWay}.`;
}

function readSetting(name: string): string | undefined {
  try {
    return readFileSync(join('/proc/sys', name), 'utf8').trim();
  } catch {
    // Not every kernel has every setting, and one that is not there forbids nothing.
    return undefined;
  }
}

function isSetuidRootFile(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat !== undefined && stat.uid === 0 && (stat.mode & 0o4001) === 0o4001;
}
