import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';

export interface TodayParts {
  /** Of the open connection, held to the tenants of whoever is there. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  /** How long after it began to wait a document is due. */
  readonly dueHours: () => number;
  readonly now: () => number;
}
