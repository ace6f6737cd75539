import { spawnSync } from 'node:child_process';
import config from '../electron-builder.config.ts';

/** Electron loads these; the .deb names the same ones. */
export const librariesOfElectron = config.deb?.depends as readonly string[];

/**
 * Installs what a new machine lacks, where that is allowed: on Debian and its children, for root. Returns a sentence
 * about what is missing; undefined when all is there.
 */
export function ensureSystemPackages(names: readonly string[]): string | undefined {
  const missing = (): readonly string[] => {
    const installed = listInstalled();
    return names.filter((name) => !installed.has(name));
  };
  const before = missing();
  if (before.length === 0) return undefined;
  if (process.getuid?.() === 0 && run('apt-get', ['--version'], 'ignore')) {
    process.stderr.write(`Installing ${before.join(', ')}.\n`);
    run('apt-get', ['update', '-q', '-q'], 2);
    run('apt-get', ['install', '-q', '-q', '-y', '--no-install-recommends', ...before], 'ignore');
  }
  const after = missing();
  return after.length === 0
    ? undefined
    : `This machine lacks ${after.join(', ')} (Debian, Ubuntu: apt-get install ${after.join(' ')}).`;
}

/** A newer Debian has some libraries under another name, which provides the old one. */
function listInstalled(): ReadonlySet<string> {
  const { stdout } = spawnSync(
    'dpkg-query',
    ['--show', '--showformat=${db:Status-Status} ${Package} ${Provides}\\n'],
    { encoding: 'utf8', maxBuffer: 64 * 1_048_576 },
  );
  const lines = (stdout ?? '').split('\n').filter((line) => line.startsWith('installed '));
  return new Set(lines.flatMap((line) => line.split(/[\s,]+/).slice(1)));
}

function run(command: string, args: readonly string[], output: 'ignore' | 2): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: ['ignore', output, 2], env }).status === 0;
}
