import type { Role } from '#shared/contract/define.ts';
import type { Queues } from '#shared/contract/dead-letters/queues.ts';
import type { DownloadDay, DownloadFile } from '#shared/contract/downloads/downloads.ts';
import type { Job } from '#shared/contract/jobs/jobs.ts';
import type { Monitor } from '#shared/contract/monitor/poller.ts';
import type { Failure } from '#shared/contract/result.ts';
import type { Desk } from '#shared/contract/review/decisions.ts';
import type { Throughput, TodayBatches, TodayGroups, TodayReview } from '#shared/contract/today/today.ts';
import type { Me } from './use-me.ts';
import type { Part } from './use-part.ts';

/** Everything that Today is made of, as far as it is there. */
export interface Seen {
  readonly me: Me;
  /** As whose day it is laid out. */
  readonly as: Role;
  /** Null: of all tenants that this person may see. */
  readonly tenant: string | null;
  /** By the clock of what was read. */
  readonly now: number;
  /** The first paint, with the poller's look. */
  readonly batches: Part<TodayBatches>;
  readonly monitor: Monitor | undefined;
  readonly monitorFailure: Failure | undefined;
  readonly groups: Part<TodayGroups>;
  readonly review: Part<TodayReview>;
  readonly throughput: Part<Throughput>;
  readonly queues: Part<Queues>;
  readonly day: Part<DownloadDay>;
  readonly stuck: Part<FilesPage>;
  readonly neverPickedUp: Part<FilesPage>;
  readonly desk: Part<Desk>;
  readonly jobs: readonly Job[] | undefined;
  readonly jobsFailure: Failure | undefined;
}

export interface FilesPage {
  readonly rows: readonly DownloadFile[];
  readonly cursor: string | null;
}
