import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { sandboxConnectionId, type Connection } from '#shared/domain/connection.ts';
import type { ApiHost } from '../pipeline/account/open-account-api.ts';
import {
  openAccount,
  getAccountWork,
  type OpenedAccount,
  type WorkOfAccount,
} from './account/open-account.ts';
import { lateAccess, type LateAccess, type OpenedAccess, type OpenSandbox } from './sandbox.ts';
import { everyDoor, lateDoors, type ConnectionDoors } from './doors.ts';
import { loadSdk } from './open-place.ts';
import { tableNames } from './table-names.ts';
import type { TableNames } from './table-names.ts';

export interface ConnectionAccess {
  /** Returns the doors for work, of a page or of a job. */
  of(connectionId: string): ConnectionDoors;
  /** Returns the doors for a check, which reads no data and so does not count as work. */
  checked(connectionId: string): ConnectionDoors;
  /** Says whether a read or an action may have gone there since the console started. */
  isWorkedOn(connectionId: string): boolean;
  /** A request is expected soon, so a slow opening may start now. */
  prepare(connectionId: string): void;
  /** Returns null for the sandbox, which needs no sign-in, and for connections that are not in the file. */
  account(connectionId: string): OpenedAccount | null;
  readonly tableNames: (system: SystemDeclaration, connectionId: string) => TableNames;
  /** Controls the sandbox's world, and opens it if necessary. */
  readonly controlSandbox: LateAccess['control'];
  close(): Promise<void>;
}

interface Parts {
  /** The file's entries may be replaced; each entry has its own doors. */
  readonly file: { readonly connections: readonly Connection[] };
  readonly openSandbox: OpenSandbox | undefined;
  /** These are the systems that the sandbox holds samples of. */
  readonly systems: readonly SystemDeclaration[];
  /** It is left out when no connection is an account. */
  readonly apiHost?: ApiHost;
}

interface Account {
  readonly connection: Connection;
  readonly opened: OpenedAccount;
  readonly doors: ConnectionDoors;
  readonly work: WorkOfAccount;
}

/** Gives access to each connection, for reading and for acting. */
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
    const one = {
      connection,
      opened,
      doors: lateDoors(everyDoor, opened.doors),
      work: getAccountWork(opened),
    };
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
  const { newReader, newExecutions, ...doors } = openPlace(sandbox, {
    connectionId: sandboxConnectionId,
    tableNames: (system) => tableNames(system, 'sandbox'),
  });
  let reader = newReader();
  let executions = newExecutions();
  return {
    ...doors,
    get reader() {
      return reader;
    },
    get executions() {
      return executions;
    },
    pipeline: openPipelineApi(sandbox.pipeline),
    control: {
      ...sandbox.control,
      async reset(seed) {
        const state = await sandbox.control.reset(seed);
        reader = newReader();
        executions = newExecutions();
        return state;
      },
    },
    hasEnded: sandbox.hasEnded,
    close: () => sandbox.close(),
  };
}
