import type { homeOperations, LostFile } from '#shared/contract/home.ts';
import { ok } from '#shared/contract/result.ts';
import type { Handlers } from '../../gate/gate.ts';
import { sweepHome } from '../../home/examine-home.ts';
import { findKind } from '../../home/home-files.ts';
import { listSetAside } from '../../home/lost-files.ts';
import type { Log } from '../../log/open-log.ts';
import type { Network } from '../../network/open-network.ts';
import { describeHome, type HomeParts } from './describe-home.ts';
import { reachConnections } from './reach-connections.ts';
import { writeReport } from './write-report.ts';

interface Parts extends HomeParts {
  readonly network: Network;
  readonly askSandbox: () => Promise<string | null>;
  readonly log: Pick<Log, 'warn'>;
}

export interface HomeFeature {
  readonly handlers: Pick<Handlers, keyof typeof homeOperations>;
  close(): void;
}

/** Shows how the console itself is. Damaged files are looked for once at the start, in the background. */
export function openHomeFeature(parts: Parts): HomeFeature {
  const { home, readers, environment, file, network, askSandbox, log, now } = parts;
  let isClosed = false;
  const swept = sweepHome(readers, { home, log, now, isClosed: () => isClosed }).catch((error: unknown) =>
    log.warn({ err: error }, 'the files of the home folder were not examined'),
  );

  return {
    handlers: {
      'home.lost': async () => {
        await swept;
        return ok({ files: listSetAside(home).map(toLostFile) });
      },
      'home.examine': async () => {
        await swept;
        return ok(await describeHome(parts));
      },
      'home.reach': async () => {
        const { connections } = file;
        const reached = await reachConnections({ connections, network, environment, askSandbox, now });
        return ok({ at: new Date(now()).toISOString(), reached: [...reached] });
      },
      'home.report': async () => {
        await swept;
        const examination = await describeHome(parts);
        return ok(writeReport({ examination, connections: file.connections }));
      },
    },
    close() {
      isClosed = true;
    },
  };
}

function toLostFile({ path, aside, at, reason }: ReturnType<typeof listSetAside>[number]): LostFile {
  const kind = findKind(path);
  return {
    path,
    aside,
    at,
    reason,
    title: kind?.title ?? path,
    means: kind?.means ?? 'What it held is not used.',
    page: kind?.page ?? null,
  };
}
