import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Session } from '#shared/contract/session.ts';
import { connectionAccess, type ConnectionAccess } from '../aws/connection-access.ts';
import type { OpenSandbox } from '../aws/sandbox.ts';
import {
  firstConnection,
  openConnectionsFile,
  type LiveConnectionsFile,
} from '../features/connections/connections-file.ts';
import { openSession, type SessionStore } from '../session/session-store.ts';
import { openWriteSessions } from '../session/write-sessions.ts';
import { openStandings, type SignInsOf } from '../session/sign-ins.ts';
import type { ApiHost } from '../pipeline/account/open-account-api.ts';

export interface OpenConnections {
  readonly file: LiveConnectionsFile;
  readonly access: ConnectionAccess;
  readonly session: SessionStore;
  readonly signInsOf: SignInsOf;
  /** The one that the console began with. */
  readonly connectionId: string;
}

interface Parts {
  readonly host: Session['host'];
  readonly home: string;
  readonly version: string;
  readonly connection: string | undefined;
  readonly openSandbox: OpenSandbox | undefined;
  readonly systems: readonly SystemDeclaration[];
  readonly apiHost: ApiHost;
  readonly after: (ms: number, work: () => void) => () => void;
}

/** What connections.json has, the way to each, and which of them is open: its sign-ins begin here. */
export function openConnections(parts: Parts): OpenConnections {
  const { host, home, version, openSandbox, systems, apiHost, after } = parts;
  const file = openConnectionsFile({ home, now: Date.now });
  const { connectionId, notices } = firstConnection(parts.connection, file);
  const access = connectionAccess({ file, openSandbox, systems, apiHost });
  const signInsOf: SignInsOf = (id) => access.account(id);
  const session = openSession({
    version,
    host,
    connections: file.connections,
    connectionId,
    notices,
    standings: openStandings(signInsOf),
    writes: openWriteSessions({ now: Date.now, after }),
  });
  return { file, access, session, signInsOf, connectionId };
}
