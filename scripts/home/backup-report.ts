import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { hasProcess } from '#main/audit/chain-ends.ts';
import { holdRestoredJobs } from '#main/dead-letters/hold-restored-jobs.ts';
import { backUpHome, NoBackup, readBackup, restoreHome } from '#main/home/backup-home.ts';
import { defaultHome } from '#main/home/home-folder.ts';
import { readVersion } from './read-version.ts';

export const backupUsage = `npm run -s backup -- --to FILE [--home DIR]

  --to FILE    the file to write; it must not exist
  --home DIR   the home folder to back up (default: the usual one)

The file holds connections, jobs, drafts and the audit trail in clear text, and no keys of AWS. A console may run.
The exit code is 1 if nothing was written.`;

export const restoreUsage = `npm run -s restore -- --from FILE [--home DIR]

  --from FILE  a file that npm run backup wrote
  --home DIR   the home folder to write; it must be empty or not there (default: the usual one)

The file is checked whole before anything is written. Jobs that were not over are ended and held for a person, because
the console that made the backup may have gone on with them. The exit code is 1 if nothing was restored.`;

interface Report {
  readonly text: string;
  readonly exitCode: 0 | 1 | 2;
}

export async function backupReport(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<Report> {
  return report(argv, 'to', backupUsage, async (values) => {
    const home = resolve(values.home ?? defaultHome(process.platform, environment));
    if (!existsSync(home)) throw new NoBackup(`There is no folder ${home}. Nothing was written.`);
    const isSandboxOpen = hasSandboxOpen(home);
    const head = await backUpHome({
      home,
      to: resolve(values.place),
      version: readVersion(),
      now: Date.now,
      isSandboxOpen,
    });
    return [
      `${head.files} files of ${home} are in ${values.place}, with their checksums.`,
      ...head.left,
    ].join('\n');
  });
}

export async function restoreReport(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Report> {
  return report(argv, 'from', restoreUsage, async (values) => {
    const home = resolve(values.home ?? defaultHome(process.platform, environment));
    const { head, files, notRestored } = readBackup(values.place);
    // A console that opened the home before its jobs are held would go on with them.
    const held = await restoreHome(home, files, (draft) =>
      holdRestoredJobs({ home: draft, madeAt: head.madeAt, now: Date.now }),
    );
    const lines = held.map(
      ({ jobId, uncertain }) =>
        `Job ${jobId} was not over: it is held, and ${uncertain} of its items are uncertain.`,
    );
    return [
      `${files.length} files of ${head.madeAt} are in ${home}.`,
      ...notRestored,
      ...lines,
      ...(held.length === 0
        ? []
        : ['Open Activity, check these items, and make a new plan for those that still need it.']),
    ].join('\n');
  });
}

async function report(
  argv: readonly string[],
  place: 'to' | 'from',
  usage: string,
  work: (values: { readonly home: string | undefined; readonly place: string }) => Promise<string>,
): Promise<Report> {
  try {
    const options = {
      home: { type: 'string' },
      [place]: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const { values } = parseArgs({ args: [...argv], options, strict: true, allowPositionals: false });
    const { home, help } = values as { readonly home?: string; readonly help?: boolean };
    if (help === true) return { text: `${usage}\n`, exitCode: 0 };
    const named = (values as Record<string, unknown>)[place];
    if (typeof named !== 'string' || named === '') throw new TypeError(`--${place} expects a file.`);
    return { text: `${await work({ home, place: named })}\n`, exitCode: 0 };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (error instanceof TypeError) return { text: `${why}\n\n${usage}\n`, exitCode: 2 };
    return { text: `${why}\n`, exitCode: 1 };
  }
}

/** The sandbox's lock names the process that has it open. */
function hasSandboxOpen(home: string): boolean {
  try {
    const { pid } = JSON.parse(readFileSync(join(home, 'local', 'lock'), 'utf8')) as {
      readonly pid?: unknown;
    };
    return typeof pid === 'number' && hasProcess(pid);
  } catch {
    // No console has opened it.
    return false;
  }
}
