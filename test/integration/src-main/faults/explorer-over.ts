import { randomBytes } from 'node:crypto';
import type { ConnectionDoors } from '#main/aws/doors.ts';
import { tableNames } from '#main/aws/table-names.ts';
import { openExplorer, type Explorer } from '#main/features/explorer/explorer-handlers.ts';
import type { Log } from '#main/log/open-log.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { Session } from '#shared/contract/session.ts';

interface Parts {
  readonly home: string;
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly log: Log;
  readonly now: () => number;
}

export function explorerOver({ home, doors, session, log, now }: Parts): Explorer['handlers'] {
  return openExplorer({
    home,
    systems: Object.values(catalogue),
    file: null,
    prepare() {},
    reader: () => doors().reader,
    tableNames: (system) => tableNames(system, 'sandbox'),
    connection: () => session().connection,
    who: () => session().who?.id ?? null,
    log,
    now,
    randomBytes,
  }).handlers;
}
