import type { OutputOf } from '#shared/contract/contract.ts';
import { ok, refused } from '#shared/contract/result.ts';
import type { Handlers } from '../../contract/handlers.ts';
import type { SessionStore } from '../../session/session-store.ts';
import type { LiveConnectionsFile } from './open-connections-file.ts';

type Names = 'connections.list' | 'connections.open' | 'connections.readFile';

interface Parts {
  readonly file: LiveConnectionsFile;
  readonly session: SessionStore;
  readonly isWorkedOn: (connectionId: string) => boolean;
}

export function connectionsHandlers({ file, session, isWorkedOn }: Parts): Pick<Handlers, Names> {
  const list = (): OutputOf<'connections.list'> => ({
    file: file.file,
    readAt: new Date(file.readAt).toISOString(),
    connections: [...session.connections()],
    problems: [...file.problems],
    kept: [...file.kept],
  });
  return {
    'connections.list': () => ok(list()),

    'connections.readFile': () => {
      const openId = session.current().connection.id;
      const { added, changed, removed } = file.readAgain({ openId, isWorkedOn });
      session.take(file.connections);
      return ok({ ...list(), added: [...added], changed: [...changed], removed: [...removed] });
    },

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
