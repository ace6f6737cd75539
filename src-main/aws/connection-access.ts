import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { sandboxConnectionId, type Connection } from '#shared/domain/connection.ts';
import type { ApiHost } from '../pipeline/account/open-account-api.ts';
import { openAccount, workOf, type OpenedAccount, type WorkOfAccount } from './account/open-account.ts';
import { lateAccess, type LateAccess, type OpenedAccess, type OpenSandbox } from './sandbox.ts';
import { everyDoor, lateDoors, type ConnectionDoors } from './doors.ts';
import { loadSdk } from './open-place.ts';
import { tableNames } from './table-names.ts';
import type { TableNames } from './table-names.ts';

export interface ConnectionAccess {
  /** For work, of a page or of a job. */
  of(connectionId: string): ConnectionDoors;
  /** For a check, which reads no data: it is no work. */
  checked(connectionId: string): ConnectionDoors;
  /** Whether something may have been read or done there since the console began. */
  isWorkedOn(connectionId: string): boolean;
  /** Somebody is about to ask: what takes time to open may begin. */
  prepare(connectionId: string): void;
  /** Null for the sandbox, which asks nobody to sign in, and for what the file does not have. */
  account(connectionId: string): OpenedAccount | null;
  readonly tableNames: (system: SystemDeclaration, connectionId: string) => TableNames;
  /** The world of the sandbox, opened if need be. */
  readonly controlSandbox: LateAccess['control'];
  close(): Promise<void>;
}

interface Parts {
  /** Its entries may become others; the doors of an entry are its own. */
  readonly file: { readonly connections: readonly Connection[] };
  readonly openSandbox: OpenSandbox | undefined;
  /** What the sandbox holds samples of. */
  readonly systems: readonly SystemDeclaration[];
  /** Left out where no connection is an account. */
  readonly apiHost?: ApiHost;
}

interface Account {
  readonly connection: Connection;
  readonly opened: OpenedAccount;
  readonly doors: ConnectionDoors;
  readonly work: WorkOfAccount;
}

/** Who reads and acts on which connection. */
export function connectionAccess({ file, openSandbox, systems, apiHost }: Parts): ConnectionAccess {
  const sandbox = lateAccess(() => openSandboxAccess(openSandbox, systems));
  const entryOf = (connectionId: string) => file.connections.find(({ id }) => id === connectionId);
  const accounts = new Map<string, Account>();

  function account(connectionId: string): Account {
    const connection = entryOf(connectionId);
    if (connection === undefined) throw new Error(`There is no connection "${connectionId}".`);
    const known = accounts.get(connectionId);
    if (known?.connection === connection) return known;
    known?.opened.close();
    const opened = openAccount(connection, apiHost ?? { environment: {} });
    const one = { connection, opened, doors: lateDoors(everyDoor, opened.doors), work: workOf(opened) };
    accounts.set(connectionId, one);
    return one;
  }

  return {
    of(connectionId) {
      if (connectionId === sandboxConnectionId) return sandbox;
      const { doors, work } = account(connectionId);
      work.begin();
      return doors;
    },
    checked: (connectionId) => account(connectionId).doors,
    isWorkedOn: (connectionId) => accounts.get(connectionId)?.work.mayHaveBegun() ?? false,
    prepare(connectionId) {
      if (connectionId === sandboxConnectionId) sandbox.prepare();
    },
    account: (connectionId) => (entryOf(connectionId) === undefined ? null : account(connectionId).opened),
    tableNames: (system, connectionId) => tableNames(system, entryOf(connectionId) ?? 'sandbox'),
    controlSandbox: (use) => sandbox.control(use),
    async close() {
      for (const { opened } of accounts.values()) opened.close();
      await sandbox.close();
    },
  };
}

async function openSandboxAccess(
  open: OpenSandbox | undefined,
  systems: readonly SystemDeclaration[],
): Promise<OpenedAccess> {
  if (open === undefined) throw new Error('This console was started without one.');
  const [sandbox, openPlace, { openPipelineApi }] = await Promise.all([
    open(systems),
    loadSdk(),
    import('../pipeline/open-pipeline-api.ts'),
  ]);
  const { newReader, ...doors } = openPlace(sandbox, {
    connectionId: sandboxConnectionId,
    tableNames: (system) => tableNames(system, 'sandbox'),
  });
  let reader = newReader();
  return {
    ...doors,
    get reader() {
      return reader;
    },
    pipeline: openPipelineApi(sandbox.pipeline),
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
