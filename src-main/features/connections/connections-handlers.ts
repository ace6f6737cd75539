import { ok, refused } from '#shared/contract/result.ts';
import type { Handlers } from '../../contract/handlers.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { ConnectionsFile } from './read-connections.ts';

type Names = 'connections.list' | 'connections.open';

export function connectionsHandlers(file: ConnectionsFile, session: SessionStore): Pick<Handlers, Names> {
  return {
    'connections.list': () =>
      ok({ file: file.file, connections: [...session.connections()], problems: [...file.problems] }),

    'connections.open': ({ connectionId }) => {
      const opened = session.open(connectionId);
      if (opened !== undefined) return ok(opened);
      const { name } = session.current().connection;
      return refused({
        code: 'not-found',
        message: `There is no connection "${connectionId}" in ${file.file}. ${name} is still open.`,
        what: `connection ${connectionId}`,
      });
    },
  };
}
