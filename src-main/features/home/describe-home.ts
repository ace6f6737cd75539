import { statfsSync } from 'node:fs';
import { release, type } from 'node:os';
import type { Examination } from '#shared/contract/home.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import { examineHome, listLostFiles, type HomeReaders } from '../../home/examine-home.ts';
import { homeFileKinds } from '../../home/home-files.ts';
import { examineNetwork } from '../../network/examine-settings.ts';
import type { Environment } from '../../network/machine-settings.ts';
import type { ConnectionEntries } from './reach-connections.ts';

export interface HomeParts {
  readonly home: string;
  readonly version: string;
  readonly readers: HomeReaders;
  readonly environment: Environment;
  /** The file as it was last read; the command line reads it once. */
  readonly file: ConnectionEntries & { readonly problems: readonly { readonly path: string }[] };
  readonly now: () => number;
}

/** Below this a day of work may fill the disk. */
const lowBytes = 500 * 1_048_576;

/** Says how the console is, by this machine alone: the page and the command line show the same. */
export async function describeHome(parts: HomeParts): Promise<Examination> {
  const { home, version, readers, environment, file, now } = parts;
  const files = [...(await examineHome(home, readers)), ...listLostFiles(home)];
  const kinds = homeFileKinds.map(({ kind, title }) => ({ kind, title }));
  return {
    at: new Date(now()).toISOString(),
    home,
    kinds: [...kinds, { kind: 'unknown', title: 'Files that this version does not know' }],
    files,
    disk: readDisk(home),
    versions: [
      { name: 'Sluice', value: version },
      ...(process.versions['electron'] === undefined
        ? []
        : [{ name: 'Electron', value: process.versions['electron'] }]),
      { name: 'Node', value: process.versions.node },
      { name: 'System', value: `${type()} ${release()}, ${process.arch}` },
      { name: 'Journals of jobs', value: 'format 1' },
      { name: 'Metered batches', value: 'format 1' },
    ],
    network: await examineNetwork(environment, now()),
    connections: [
      { id: sandboxConnectionId, name: 'Local sandbox', environment: 'sandbox', problem: null },
      ...file.connections.map(({ id, name, environment: of }) => ({
        id,
        name,
        environment: of,
        problem: null,
      })),
    ],
  };
}

/** Returns null where the system does not say. */
function readDisk(home: string): Examination['disk'] {
  try {
    const { bavail, blocks, bsize } = statfsSync(home);
    const freeBytes = bavail * bsize;
    return { freeBytes, totalBytes: blocks * bsize, isLow: freeBytes < lowBytes };
  } catch {
    return null;
  }
}

/** Lists the files that are damaged or were set aside: these end the command with 1. */
export function listProblems({ files }: Pick<Examination, 'files'>): Examination['files'] {
  return files.filter(({ problem }) => problem !== null);
}
