import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { CheckReport } from '#shared/contract/connections/check.ts';
import { ok, refused } from '#shared/contract/result.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { showsSystem } from '#shared/domain/names-of-connection.ts';
import type { ConnectionAccess } from '../../../aws/connection-access.ts';
import type { Handlers } from '../../../contract/handlers.ts';
import type { ConnectionsFile } from '../read-connections.ts';
import { checkConnection, type CheckTimes } from './check-connection.ts';

type Names = 'connections.check';

interface Parts {
  readonly file: ConnectionsFile;
  readonly access: Pick<ConnectionAccess, 'checked' | 'account' | 'tableNames'>;
  readonly systems: readonly SystemDeclaration[];
  readonly times?: CheckTimes;
}

/** Any connection of the file, open or not. */
export function checkHandlers({ file, access, systems, times = usualTimes }: Parts): Pick<Handlers, Names> {
  const underWay = new Map<Connection, Promise<CheckReport>>();
  return {
    'connections.check': async ({ connectionId }) => {
      const connection = file.connections.find(({ id }) => id === connectionId);
      const account = connection === undefined ? null : access.account(connectionId);
      if (connection === undefined || account === null) return refused(nothingToCheck(connectionId, file));
      // Two who ask at once are told the same: each call is made once.
      const report =
        underWay.get(connection) ??
        checkConnection(
          {
            connectionId,
            account,
            pipeline: connection.pipelineApi === undefined ? null : access.checked(connectionId).pipeline,
            notSignedIn: notSignedIn(connection, account.api?.standing().state),
            systems: systems
              .filter(({ id }) => showsSystem(connection, id))
              .map((system) => ({ system, names: access.tableNames(system, connectionId) })),
          },
          times,
        ).finally(() => underWay.delete(connection));
      underWay.set(connection, report);
      const told = await report;
      return file.connections.includes(connection) ? ok(told) : refused(notAnyMore(connection));
    },
  };
}

const usualTimes: CheckTimes = {
  now: Date.now,
  elapsed: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** A check opens no browser: that is for whoever signs in. */
function notSignedIn({ pipelineApi }: Connection, state: string | undefined): string | null {
  if (pipelineApi?.auth.kind !== 'oidc' || state === 'signed-in') return null;
  return 'Nobody is signed in to the pipeline API yet. Sign in there, then check again.';
}

function notAnyMore({ id, name }: Connection) {
  return {
    code: 'not-found' as const,
    message: `connections.json was read again while ${name} was checked, and does not say the same of it now. What was found is not shown. Check it again.`,
    what: `connection ${id}`,
  };
}

function nothingToCheck(connectionId: string, { file }: ConnectionsFile) {
  const why =
    connectionId === 'local'
      ? 'The sandbox is in this console: it asks nobody to sign in and denies nothing, so there is nothing to check.'
      : `There is no connection "${connectionId}" in ${file}.`;
  return {
    code: 'not-found' as const,
    message: `${why} Nothing was asked of AWS.`,
    what: `connection ${connectionId}`,
  };
}
