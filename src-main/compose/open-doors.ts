import type { Failure, Receipt } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { screenOfOperation, type SpendScreen } from '#shared/domain/screens.ts';
import type { ConnectionAccess } from '../aws/connection-access.ts';
import { meteredDoors, refusingDoors, type ConnectionDoors } from '../aws/doors.ts';
import { plainDoors } from '../aws/plain-doors.ts';
import { scopedDoors } from '../aws/scope/scoped-doors.ts';
import type { Log } from '../log/open-log.ts';
import { getScope } from '../session/session-store.ts';

export interface OpenDoors {
  /** Returns the doors of the open connection, limited to the person's tenants. */
  readonly ofPage: () => ConnectionDoors;
  /** Returns the doors of any connection, independently of the person who is signed in. */
  readonly ofJob: (connectionId: string) => ConnectionDoors;
}

interface Parts {
  readonly access: Pick<ConnectionAccess, 'of' | 'tableNames'>;
  readonly session: () => Session;
  /** Names the operation that the current work belongs to. */
  readonly operation: () => string | null;
  readonly spend: (receipt: Receipt, screen: SpendScreen) => void;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Opens the two ways to a connection's systems: one for pages and one for jobs. Both are metered where requests go
 * out, so each request counts once under its own pattern, whatever asked for it and however it ends.
 */
export function openDoors({ access, session, operation, spend, log }: Parts): OpenDoors {
  const metered = new Map<string, { readonly of: ConnectionDoors; readonly doors: ConnectionDoors }>();

  // The same connection keeps the same doors, because they cache facts about its batches.
  function meteredFor(connectionId: string): ConnectionDoors {
    const of = access.of(connectionId);
    const known = metered.get(connectionId);
    if (known?.of === of) return known.doors;
    const doors = meteredDoors(of, (receipt) => spend(receipt, screenOfOperation(operation() ?? '')));
    metered.set(connectionId, { of, doors });
    return doors;
  }

  return {
    ofPage() {
      const { connection, who, signIn } = session();
      const doors = meteredFor(connection.id);
      if (who === null && getScope({ who, signIn }) !== null) {
        return { ...refusingDoors(notSignedIn(connection.name)), pipeline: doors.pipeline };
      }
      const scoped = scopedDoors(doors, who, (system) => access.tableNames(system, connection.id));
      return plainDoors(scoped, who, (message) => log.warn({ operation: operation() }, message));
    },
    ofJob: (connectionId) => meteredDoors(access.of(connectionId), (receipt) => spend(receipt, 'Jobs')),
  };
}

function notSignedIn(connection: string): Failure {
  return {
    code: 'not-signed-in',
    message: `The pipeline API of ${connection} has not confirmed yet who you are. Nothing was read. Sign in to it first.`,
    reference: '',
  };
}
