import type { Place } from '#shared/contract/monitor/alarms.ts';

/** Which list a number of Today counts, so that it can be opened. */
export type LeadTo =
  | { readonly desk: 'batches'; readonly tenant: string; readonly status: StatusOfList }
  /** Of every status, by project: what has come to a good end is in no list of its own. */
  | { readonly desk: 'batches-by-project'; readonly tenant: string }
  | {
      readonly desk: 'batch';
      readonly tenant: string;
      readonly batch: string;
      /** A failure group of it. */
      readonly group?: string | undefined;
    }
  | {
      readonly desk: 'review';
      readonly tenant: string | null;
      /** Those that have waited at least so long. */
      readonly olderThanMinutes: number | null;
      /** With the first of them open. */
      readonly start?: boolean | undefined;
    }
  | { readonly desk: 'dead-letters'; readonly queue: string | null }
  | { readonly desk: 'downloads'; readonly date: string; readonly batch: string | null }
  /** Null: all of them. */
  | { readonly desk: 'jobs'; readonly job: string | null }
  | { readonly desk: 'alarms' }
  | { readonly desk: 'metrics' }
  | { readonly desk: 'place'; readonly place: Place }
  /** Today itself, of one tenant. */
  | { readonly desk: 'tenant'; readonly tenant: string }
  /** On this page: the same number tenant by tenant. */
  | { readonly desk: 'tenants' };

/** GSI2 has these three and no other. */
export type StatusOfList = 'FAILED' | 'PROCESSING' | 'REVIEW_REQUIRED';
