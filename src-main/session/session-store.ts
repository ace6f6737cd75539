import type { Writing } from '#shared/contract/sign-in.ts';
import type { ConnectionSummary, Persona, Session } from '#shared/contract/session.ts';
import { deploymentKey, sandboxDeployment } from '#shared/domain/case-link.ts';
import { sandboxConnectionId, type Connection } from '#shared/domain/connection.ts';
import { namesOfConnection } from '#shared/domain/pipeline-names.ts';
import type { Scope } from '#shared/permissions.ts';
import { sandboxPersonas, type SandboxPersona } from '#shared/sandbox/personas.ts';
import { noStandings, type Standings } from './sign-ins.ts';
import type { WriteSessions } from './write-sessions.ts';

export interface SessionStore {
  current(): Session;
  connections(): readonly ConnectionSummary[];
  /** Returns undefined and changes nothing when there is no such connection. */
  open(connectionId: string): Session | undefined;
  actAs(personaId: string): Session | undefined;
  /**
   * Unlocks for this many minutes from now. Returns undefined and changes nothing when the open connection cannot
   * be unlocked.
   */
  unlock(minutes: number, reason: string): Session | undefined;
  lock(): Session;
  /** The sandbox was reset, so everything that was read from it is forgotten. */
  sandboxWasReset(): Session;
  /** The file was read again. If the open connection has changed, it is locked and signed in to again. */
  take(connections: readonly Connection[]): Session;
  onChange(listener: (session: Session) => void): () => void;
}

interface SessionOptions {
  readonly version: string;
  readonly host: Session['host'];
  readonly connections: readonly Connection[];
  readonly connectionId: string;
  readonly notices: readonly string[];
  /** Names this process, so that a page that outlives it does not compare two processes' counts. */
  readonly processId: string;
  /** Without it, no connection needs a sign-in. */
  readonly standings?: Standings;
  readonly writes: WriteSessions;
}

export function openSession({
  version,
  host,
  connections: firstConnections,
  connectionId,
  notices: firstNotices,
  processId,
  standings = noStandings,
  writes,
}: SessionOptions): SessionStore {
  let entries = firstConnections;
  let summaries = [sandboxConnection, ...entries.map(summarise)];
  let notices = firstNotices;
  const listeners = new Set<(session: Session) => void>();
  let open = find(connectionId) ?? sandboxConnection;
  let persona = asPersona(sandboxPersonas[0]);
  let sandboxResets = 0;
  let change = 0;
  standings.onChange((id) => {
    if (id === open.id) changed();
  });
  standings.opened(open.id);
  writes.onChange((id) => {
    if (id === open.id) changed();
  });

  return {
    current,
    connections: () =>
      summaries.map((one) => ({ ...one, readOnly: one.readOnly && getWriting(one) === null })),
    open(id) {
      const found = find(id);
      if (found === undefined) return undefined;
      const isAnother = found.id !== open.id;
      open = found;
      // A person who returns to a connection has to unlock it again.
      if (isAnother) writes.end();
      standings.opened(id);
      return changed();
    },
    unlock(minutes, reason) {
      if (!open.unlockable) return undefined;
      writes.begin(open.id, minutes, reason);
      return current();
    },
    lock() {
      writes.end();
      return current();
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
    take(connections) {
      const entryOf = (from: readonly Connection[]) => from.find(({ id }) => id === open.id);
      const isAnother = entryOf(entries) !== entryOf(connections);
      entries = connections;
      summaries = [sandboxConnection, ...entries.map(summarise)];
      // The notices are from startup; current problems are reported to the person who reloaded the file.
      notices = [];
      open = find(open.id) ?? open;
      if (isAnother) {
        writes.end();
        standings.opened(open.id);
      }
      return changed();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };

  function current(): Session {
    const inSandbox = open.id === sandboxConnectionId;
    // The sandbox needs no sign-in, and its people are its own.
    const { signIn, who } = inSandbox ? { signIn: null, who: persona } : standings.of(open.id);
    const writing = getWriting(open);
    return {
      version,
      host,
      connection: writing === null ? open : { ...open, readOnly: false },
      who,
      personas: inSandbox ? sandboxPersonas.map(asPersona) : [],
      signIn,
      writing,
      notices: [...notices],
      sandboxResets,
      revision: { process: processId, change },
    };
  }

  function changed(): Session {
    change += 1;
    const session = current();
    for (const listener of listeners) listener(session);
    return session;
  }

  function getWriting({ id, unlockable }: ConnectionSummary): Writing | null {
    return unlockable ? writes.of(id) : null;
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
    unlockable: environment === 'production' && connection.readOnly !== true,
    editAndRedrive: connection.editAndRedrive === true,
    deployment: deploymentKey({ ...aws, table: findTable(connection) }),
  };
}

function findTable(connection: Connection): string {
  const { extraction, downloads } = namesOfConnection(connection);
  return extraction.table || downloads.jobsTable;
}

const sandboxConnection: ConnectionSummary = {
  id: sandboxConnectionId,
  name: 'Local sandbox',
  kind: 'sandbox',
  environment: 'sandbox',
  region: 'local',
  accountId: null,
  readOnly: false,
  unlockable: false,
  editAndRedrive: true,
  deployment: sandboxDeployment,
};

/**
 * Returns the tenants whose data may be seen. Where an API identifies the person, nothing is visible until it has;
 * where there is no API, AWS alone decides, and the scope is null.
 */
export function getScope({ who, signIn }: Pick<Session, 'who' | 'signIn'>): Scope | null {
  return who ?? (signIn === null || signIn.pipeline.state === 'no-api' ? null : noTenants);
}

const noTenants: Scope = { tenants: [] };
