import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../../../aws/connection-access.ts';
import type { Handlers } from '../../../contract/handlers.ts';
import type { DeskStore } from '../desk/desk-store.ts';

export interface DocumentParts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly desk: DeskStore;
  readonly now: () => number;
}

type Names = Exclude<
  Extract<keyof Handlers, `review.${string}`>,
  'review.queue' | 'review.sample' | 'review.accuracy'
>;

export function reviewDocumentHandlers(_parts: DocumentParts): Pick<Handlers, Names> {
  return {} as never;
}
