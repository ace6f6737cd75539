import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../../../aws/connection-access.ts';
import type { IdOrders } from '../../../reads/batches-by-time.ts';
import type { DeskStore } from '../desk/desk-store.ts';

export interface QueueParts {
  /** Of the open connection, held to the tenants of whoever is there. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly desk: Pick<DeskStore, 'drafts' | 'postponed'>;
  readonly orders: IdOrders;
  readonly now: () => number;
}
