import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { IdOrders } from '../../reads/batches-by-time.ts';
import type { ReadList } from './handed-on.ts';

export interface TodayParts {
  /** Of the open connection, held to the tenants of whoever is there. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  /** How long after it began to wait a document is due. */
  readonly dueHours: () => number;
  readonly orders: IdOrders;
  readonly now: () => number;
}

/** A part that reads batches by their status. */
export interface ListingParts extends TodayParts {
  readonly readList: ReadList;
}
