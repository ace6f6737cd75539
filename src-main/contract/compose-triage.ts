import type { triageOperations } from '#shared/contract/triage.ts';
import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../aws/connection-access.ts';
import { batchesHandlers } from '../features/batches/batches-handlers.ts';
import { documentsHandlers } from '../features/documents/documents-handlers.ts';
import { seenDocuments } from '../reads/seen-documents.ts';
import { executionsHandlers } from '../features/executions/executions-handlers.ts';
import { lookupHandlers } from '../features/lookup/lookup-handlers.ts';
import { tenantsHandlers } from '../features/tenants/tenants-handlers.ts';
import { openPinnedTenants } from '../reads/pinned-tenants.ts';
import type { Log } from '../log/open-log.ts';
import type { Handlers } from './handlers.ts';

export interface TriageParts {
  readonly home: string;
  /** Of the open connection, held to the tenants of whoever is there; another connection at the next call, perhaps. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly log: Log;
  readonly now: () => number;
}

/** Everything that looks: one access pattern or one call of Step Functions each. */
export function composeTriage(parts: TriageParts): Pick<Handlers, keyof typeof triageOperations> {
  const { home, doors, session, log, now } = parts;
  const kept = openPinnedTenants({ home, log, now });
  const seen = seenDocuments(session);
  return {
    ...lookupHandlers({ doors, session, kept, seen }),
    ...tenantsHandlers({ doors, session, kept }),
    ...batchesHandlers({ doors }),
    ...documentsHandlers({ doors, seen }),
    ...executionsHandlers({ doors, now }),
  };
}
