import type { Changes } from '#shared/contract/jobs.ts';
import type { Session } from '#shared/contract/session.ts';
import { maySeeAll, maySeeTenant, type Scope } from '#shared/permissions.ts';
import type { Watchers } from '../../gate/gate.ts';
import { getScope } from '../../session/session-store.ts';
import type { ChangesStore } from './changes-store.ts';

interface Parts {
  readonly changes: ChangesStore;
  readonly session: () => Session;
  readonly onSession: (listener: (session: Session) => void) => () => void;
}

/** Watches the open connection, limited to what the current person may see. */
export function changesWatchers({ changes, session, onSession }: Parts): Pick<Watchers, 'changes.watch'> {
  return {
    'changes.watch'(_input, emit) {
      const emitRecent = (now: Session): void =>
        emit(within(getScope(now), changes.recent(now.connection.id)));
      emitRecent(session());
      const stops = [
        changes.onChange((change) => {
          if (change.connectionId !== session().connection.id) return;
          const seen = within(getScope(session()), change);
          if (seen.batches.length + seen.documents.length > 0 || seen.downloads !== undefined) emit(seen);
        }),
        onSession(emitRecent),
      ];
      return () => stops.forEach((stop) => stop());
    },
  };
}

function within(who: Scope | null, { connectionId, batches, documents, downloads }: Changes): Changes {
  const isSeen = ({ tenantId }: { readonly tenantId: string }): boolean => maySeeTenant(who, tenantId);
  return {
    connectionId,
    batches: batches.filter(isSeen),
    documents: documents.filter(isSeen),
    // A download names no tenant, so only a person who sees all tenants gets them (decision 015).
    ...(downloads !== undefined && maySeeAll(who) && { downloads }),
  };
}
