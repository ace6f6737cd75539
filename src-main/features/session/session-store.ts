import type { ConnectionSummary, Persona, Session } from '#shared/contract/session.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import { sandboxPersonas } from '#shared/sandbox/personas.ts';
import type { SandboxPersona } from '#shared/sandbox/personas.ts';
import { sandboxConnection } from './sandbox.ts';

export interface SessionStore {
  current(): Session;
  connections(): readonly ConnectionSummary[];
  /** Undefined where there is no such connection; nothing changes then. */
  open(connectionId: string): Session | undefined;
  actAs(personaId: string): Session | undefined;
  /** The sandbox has begun anew: everybody forgets what was read in it. */
  sandboxWasReset(): Session;
  onChange(listener: (session: Session) => void): () => void;
}

interface SessionOptions {
  readonly version: string;
  readonly host: Session['host'];
  readonly connections: readonly Connection[];
  readonly connectionId: string;
  readonly notices: readonly string[];
}

export function openSession({
  version,
  host,
  connections,
  connectionId,
  notices,
}: SessionOptions): SessionStore {
  const summaries = [sandboxConnection, ...connections.map(summarise)];
  const listeners = new Set<(session: Session) => void>();
  let open = find(connectionId) ?? sandboxConnection;
  let persona = asPersona(sandboxPersonas[0]);
  let sandboxResets = 0;

  return {
    current,
    connections: () => summaries,
    open(id) {
      const found = find(id);
      if (found === undefined) return undefined;
      open = found;
      return changed();
    },
    actAs(personaId) {
      const found = sandboxPersonas.find(({ id }) => id === personaId);
      if (found === undefined || open.kind !== 'sandbox') return undefined;
      persona = asPersona(found);
      return changed();
    },
    sandboxWasReset() {
      sandboxResets += 1;
      return changed();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };

  function current(): Session {
    const inSandbox = open.id === sandboxConnectionId;
    return {
      version,
      host,
      connection: open,
      who: inSandbox ? persona : null,
      personas: inSandbox ? sandboxPersonas.map(asPersona) : [],
      notices: [...notices],
      sandboxResets,
    };
  }

  function changed(): Session {
    const session = current();
    for (const listener of listeners) listener(session);
    return session;
  }

  function find(id: string): ConnectionSummary | undefined {
    return summaries.find((connection) => connection.id === id);
  }
}

function asPersona({ tenants, ...who }: SandboxPersona): Persona {
  return { ...who, tenants: tenants === '*' ? '*' : [...tenants] };
}

/** Production opens read-only, whatever its file says. */
function summarise(connection: Connection): ConnectionSummary {
  const { id, name, environment, aws } = connection;
  return {
    id,
    name,
    kind: 'aws',
    environment,
    region: aws.region,
    accountId: aws.accountId,
    readOnly: environment === 'production' || connection.readOnly === true,
    editAndRedrive: connection.editAndRedrive === true,
  };
}
