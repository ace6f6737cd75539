import { randomBytes } from 'node:crypto';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { lateReader } from './late-reader.ts';
import type { LateReader, OpenedReader } from './late-reader.ts';
import type { CatalogueReader } from './reading.ts';
import { refusingReader } from './refusing-reader.ts';
import type { OpenSandbox } from './sandbox.ts';
import { tableNames } from './table-names.ts';
import type { TableNames } from './table-names.ts';

export interface ConnectionReaders {
  of(connectionId: string): CatalogueReader;
  /** Somebody is about to ask: what takes time to open may begin. */
  prepare(connectionId: string): void;
  tableNames(system: SystemDeclaration, connectionId: string): TableNames;
  /** The world of the sandbox, opened if need be. */
  readonly controlSandbox: LateReader['control'];
  close(): Promise<void>;
}

interface Parts {
  readonly connections: readonly Connection[];
  readonly openSandbox: OpenSandbox | undefined;
  /** What the sandbox holds samples of. */
  readonly systems: readonly SystemDeclaration[];
}

/** Who reads on which connection. */
export function connectionReaders({ connections, openSandbox, systems }: Parts): ConnectionReaders {
  const sandbox = lateReader(() => openSandboxReader(openSandbox, systems));
  const byId = new Map(connections.map((connection) => [connection.id, connection]));

  return {
    of(connectionId) {
      if (connectionId === sandboxConnectionId) return sandbox.reader;
      return refusingReader(byId.get(connectionId)?.name ?? connectionId);
    },
    prepare(connectionId) {
      if (connectionId === sandboxConnectionId) sandbox.prepare();
    },
    tableNames: (system, connectionId) => tableNames(system, byId.get(connectionId) ?? 'sandbox'),
    controlSandbox: (use) => sandbox.control(use),
    close: () => sandbox.close(),
  };
}

async function openSandboxReader(
  open: OpenSandbox | undefined,
  systems: readonly SystemDeclaration[],
): Promise<OpenedReader> {
  if (open === undefined) throw new Error('This console was started without one.');
  // The SDK takes longer to load than the rest of the console: not before somebody reads.
  const [sandbox, { sandboxClient }, { openReader }] = await Promise.all([
    open(systems),
    import('./dynamodb-client.ts'),
    import('./open-reader.ts'),
  ]);
  const client = sandboxClient(sandbox);
  const newReader = (): CatalogueReader =>
    openReader({
      client,
      connectionId: sandboxConnectionId,
      tableNames: (system) => tableNames(system, 'sandbox'),
      cursorKey: randomBytes(32),
      now: Date.now,
      elapsed: () => performance.now(),
      random: Math.random,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
  let reader = newReader();
  return {
    get reader() {
      return reader;
    },
    control: {
      ...sandbox.control,
      async reset(seed) {
        const state = await sandbox.control.reset(seed);
        reader = newReader();
        return state;
      },
    },
    hasEnded: () => sandbox.hasEnded(),
    close: () => sandbox.close(),
  };
}
