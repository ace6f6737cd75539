import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Receipt } from '#shared/contract/receipt.ts';
import type { Session } from '#shared/contract/session.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { connectionAccess, type ConnectionAccess, type ConnectionDoors } from '../aws/connection-access.ts';
import { meteredDoors } from '../aws/metered-doors.ts';
import type { OpenSandbox } from '../aws/sandbox.ts';
import { scopedDoors } from '../aws/scoped-doors.ts';

export interface OpenDoors {
  readonly access: ConnectionAccess;
  /** Of the open connection, held to the tenants of whoever is there; the gate meters what they read. */
  readonly ofPage: () => ConnectionDoors;
  /** Of any connection, whoever is there meanwhile; metered here, since no gate sees it. */
  readonly ofJob: (connectionId: string) => ConnectionDoors;
}

interface Parts {
  readonly connections: readonly Connection[];
  readonly openSandbox: OpenSandbox | undefined;
  readonly systems: readonly SystemDeclaration[];
  readonly session: () => Session;
  readonly spend: (receipt: Receipt) => void;
}

/** The two ways to a connection's systems: as a page asks, and as a job works. */
export function openDoors({ connections, openSandbox, systems, session, spend }: Parts): OpenDoors {
  const access = connectionAccess({ connections, openSandbox, systems });
  return {
    access,
    ofPage() {
      const { connection, who } = session();
      return scopedDoors(access.of(connection.id), who);
    },
    ofJob: (connectionId) => meteredDoors(access.of(connectionId), spend),
  };
}
