import type { Session } from '#shared/contract/session.ts';
import type { Watchers } from '../../contract/handlers.ts';
import type { ChangesStore } from './changes-store.ts';

interface Parts {
  readonly changes: ChangesStore;
  readonly session: () => Session;
  readonly onSession: (listener: (session: Session) => void) => () => void;
}

export function changesWatchers(_parts: Parts): Pick<Watchers, 'changes.watch'> {
  return {} as never;
}
