import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../../../aws/connection-access.ts';
import type { Handlers } from '../../../contract/handlers.ts';
import type { DeskStore } from '../desk/desk-store.ts';

export interface QueueParts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly desk: Pick<DeskStore, 'drafts' | 'postponed'>;
  readonly now: () => number;
}

type Names = 'review.queue' | 'review.sample' | 'review.accuracy';

export function queueHandlers(_parts: QueueParts): Pick<Handlers, Names> {
  return {} as never;
}
