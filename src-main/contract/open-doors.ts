import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Receipt } from '#shared/contract/receipt.ts';
import type { Session } from '#shared/contract/session.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { screenOfOperation } from '#shared/domain/screen-of-operation.ts';
import type { SpendScreen } from '#shared/domain/spend-screens.ts';
import { connectionAccess, type ConnectionAccess, type ConnectionDoors } from '../aws/connection-access.ts';
import { meteredDoors } from '../aws/metered-doors.ts';
import type { OpenSandbox } from '../aws/sandbox.ts';
import { scopedDoors } from '../aws/scoped-doors.ts';

export interface OpenDoors {
  readonly access: ConnectionAccess;
  /** Of the open connection, held to the tenants of whoever is there. */
  readonly ofPage: () => ConnectionDoors;
  /** Of any connection, whoever is there meanwhile. */
  readonly ofJob: (connectionId: string) => ConnectionDoors;
}

interface Parts {
  readonly connections: readonly Connection[];
  readonly openSandbox: OpenSandbox | undefined;
  readonly systems: readonly SystemDeclaration[];
  readonly session: () => Session;
  /** For which operation the work at hand is. */
  readonly operation: () => string | null;
  readonly spend: (receipt: Receipt, screen: SpendScreen) => void;
}

/**
 * The two ways to a connection's systems: as a page asks, and as a job works. Both are metered where they go out, so
 * that each request counts once, under its own pattern, whoever asks and whatever becomes of the answer.
 */
export function openDoors({
  connections,
  openSandbox,
  systems,
  session,
  operation,
  spend,
}: Parts): OpenDoors {
  const access = connectionAccess({ connections, openSandbox, systems });
  const metered = new Map<string, ConnectionDoors>();

  // The same doors for the same connection: what is known of its batches is kept by them.
  function meteredFor(connectionId: string): ConnectionDoors {
    const known = metered.get(connectionId);
    if (known !== undefined) return known;
    const doors = meteredDoors(access.of(connectionId), (receipt) =>
      spend(receipt, screenOfOperation(operation() ?? '')),
    );
    metered.set(connectionId, doors);
    return doors;
  }

  return {
    access,
    ofPage() {
      const { connection, who } = session();
      return scopedDoors(meteredFor(connection.id), who);
    },
    ofJob: (connectionId) => meteredDoors(access.of(connectionId), (receipt) => spend(receipt, 'Jobs')),
  };
}
