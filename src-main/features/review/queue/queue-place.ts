import type { Streams } from '#shared/domain/review/merged-streams.ts';
import type { Batch } from '#shared/contract/triage/batches.ts';
import type { NotAsked } from './not-asked.ts';
import type { WaitingDocument } from './waiting-document.ts';

/** Where reading goes on in one batch. */
export interface OpenBatch {
  readonly batch: Batch;
  /** Undefined before its first page. */
  readonly cursor: string | undefined;
  /** Those that were read of the moment that it has come to. */
  readonly atFrom: readonly string[];
  /** It is read once more from its beginning, to where it had come: its cursor is no longer kept. */
  readonly again: { readonly until: number; readonly but: readonly string[] } | null;
}

/**
 * Where a reading of the queue stands after a page. It is never changed, so that a page that is asked for twice is the
 * same page twice.
 */
export interface QueuePlace {
  /** Ages are those at the first page, so that nothing joins while somebody reads on. */
  readonly begunAt: number;
  readonly keptAt: number;
  readonly streams: Streams<WaitingDocument>;
  readonly open: ReadonlyMap<string, OpenBatch>;
  readonly tenantNames: ReadonlyMap<string, string | null>;
  /** When each of those began to wait that were given. */
  readonly given: readonly number[];
  readonly said: {
    readonly waiting: number;
    readonly waitingExact: boolean;
    readonly batches: number;
    readonly read: number;
    readonly notAsked: readonly NotAsked[];
    /** By tenant, those of which the filters cannot be told. */
    readonly unclear: ReadonlyMap<string, number>;
  };
  /** From there on something may be missing: a batch that could not be read. */
  readonly wholeUntil: number;
}

/** No id has this sign in it: it parts a key. */
export function streamKey({ tenantId, batchId }: Pick<Batch, 'tenantId' | 'batchId'>): string {
  return `${tenantId}#${batchId}`;
}
