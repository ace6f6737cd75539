import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { ConnectionAccess } from '../aws/connection-access.ts';
import { checkHandlers } from '../features/connections/check-handlers.ts';
import { connectionsHandlers, detailsHandlers } from '../features/connections/connections-handlers.ts';
import type { LiveConnectionsFile } from '../features/connections/connections-file.ts';
import type { SessionStore } from '../session/session-store.ts';
import { writingHandlers } from '../features/session/writing-handlers.ts';
import type { SignInsOf } from '../session/sign-ins.ts';
import { signInHandlers } from '../features/sign-in/sign-in-handlers.ts';

interface Parts {
  readonly file: LiveConnectionsFile;
  readonly session: SessionStore;
  readonly access: ConnectionAccess;
  readonly signInsOf: SignInsOf;
  readonly systems: readonly SystemDeclaration[];
}

/** Which connection is open, how it is signed in to, what of it works, and for how long it may be written to. */
export function composeConnections({ file, session, access, signInsOf, systems }: Parts) {
  return {
    ...connectionsHandlers({ file, session, isWorkedOn: (id) => access.isWorkedOn(id) }),
    ...detailsHandlers({ file, systems, tableNames: access.tableNames }),
    ...checkHandlers({ file, access, systems }),
    ...signInHandlers(session, signInsOf),
    ...writingHandlers(session),
  };
}
