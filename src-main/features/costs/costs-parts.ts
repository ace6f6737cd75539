import type { Result } from '#shared/contract/result.ts';
import type { ConnectionSummary, Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { Log } from '../../log/open-log.ts';
import type { IdOrders } from '../../reads/batches-by-time.ts';
import type { KeptTenants } from '../../reads/pinned-tenants.ts';
import type { MeterStore } from './store/meter-store.ts';

export interface CostsParts {
  /** Of the open connection, held to the tenants of whoever is there, and metered: a watch passes no gate. */
  readonly doors: () => Pick<ConnectionDoors, 'reader'>;
  readonly session: () => Session;
  readonly onSession: (listener: (session: Session) => void) => () => void;
  /** Names what the items of a connection are of: after a reset, or in another account, they are others. */
  readonly world: (connection: ConnectionSummary) => Promise<Result<string>>;
  readonly kept: Pick<KeptTenants, 'of'>;
  readonly store: MeterStore;
  readonly orders: IdOrders;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}
