import type { Role } from '../../contract/define.ts';
import type { ItemState } from '../../contract/jobs.ts';
import { counted, grouped } from '../formatting.ts';
import type { JobKind, TargetOf } from './targets.ts';

/** Everything that main and the pages need to know about a kind of job, apart from what it does. */
export interface JobKindRecord<Kind extends JobKind = JobKind> {
  readonly family: 'documents' | 'executions' | 'messages' | 'downloads';
  readonly noun: Noun;
  readonly verb: Verb;
  /** Names states of its items differently from other jobs. */
  readonly stateNames: Readonly<Partial<Record<ItemState, string>>>;
  /** Its items go in steps, each with its own verdict and receipt. Other kinds have one item. */
  readonly isList: boolean;
  /** It cannot be undone, so its start button is red. */
  readonly isDestructive: boolean;
  /** The environment and the count have to be typed everywhere, not only in production. */
  readonly isAlwaysTyped: boolean;
  /** It always needs a reason, because no item records why it was done; null if none is needed. */
  readonly reason: { readonly why: string; readonly say: string } | null;
  /** The roles that may plan and start it; those that run jobs if it is left out. */
  readonly roles?: readonly Role[];
  /** It can be told to begin at a later time. */
  readonly canBeginLater?: boolean;
  /** The next step for each state that needs a person's attention. */
  readonly nextSteps: Readonly<Partial<Record<ItemState, string>>>;
  planTitle(target: TargetOf<Kind>): string;
  /** Returns the subject of the job's title, if it is not the number of its items. */
  readonly jobSubject?: (downloads: DownloadsPlace | undefined) => string;
  /** Follows the subject: "Sending 5 documents to review". */
  readonly afterSubject?: string;
  findPlace(target: TargetOf<Kind>): Place;
  /** Summarises how the job went, or how far it is. */
  summarise(job: Summed, readBack: ReadBack): string;
}

export const jobStates = [
  /** The job waits for the time at which it is to begin. Nothing was sent. */
  'scheduled',
  /** The job is sending, or waiting for sent items to end. */
  'running',
  /** The job stopped itself because too much went wrong. Items that were sent continue. */
  'braked',
  /** A person stopped the job. */
  'stopped',
  /**
   * The console ended while the job ran. The job continues when a person resumes it, or automatically after a short
   * absence.
   */
  'interrupted',
  'done',
] as const;
export type JobState = (typeof jobStates)[number];

export type JobKindRecords<Kind extends JobKind> = { readonly [One in Kind]: JobKindRecord<One> };

interface Noun {
  readonly one: string;
  readonly many: string;
  /** Such plans only ever have one item. */
  readonly isAlone?: boolean;
}

interface Verb {
  readonly verb: string;
  readonly doing: string;
  readonly did: string;
}

export interface DownloadsPlace {
  readonly date: string | null;
  readonly batchId: string | null;
}

/** The batch or the queue of a plan, or the day or the batch of a plan about downloads. */
interface Place {
  readonly batchId?: string;
  readonly queue?: string;
  readonly downloads?: DownloadsPlace;
}

export type Counts = Readonly<Record<ItemState, number>>;

interface Summed {
  readonly total: number;
  readonly counts: Counts;
  /** Counts the messages that failed again as downloads, which are used up. */
  readonly failedDownloads?: number | undefined;
}

/** Counts that only receipts provide. */
export interface ReadBack {
  readonly as?: FixedAs | undefined;
  readonly back?: BackWith | undefined;
}

/** The statuses of the fixed items, if all their receipts are available. */
export interface FixedAs {
  readonly succeeded: number;
  readonly review: number;
}

/** The causes of the returned messages, if all their receipts are available. */
export interface BackWith {
  readonly sameCause: number;
  readonly otherCause: number;
}

export const mostInPlan = 10_000;
/** A plan over many batches finds its documents itself, so no page holds their ids. */
export const mostInPlanOfMany = 50_000;
export const mostBatchesInPlan = 5_000;
/** A selection comes from a page, whose input is limited. */
export const mostBatchesChosen = 500;
/** So many documents can be left out of all that match a description. */
export const mostLeftOut = 500;

/** Counts each id once. */
export function countItems(ids: readonly string[], { one, many }: Noun): string {
  return formatCount(new Set(ids).size, { one, many });
}

export function formatCount(count: number, { one, many }: Noun): string {
  return counted(count, one, many);
}

type StateTexts = readonly (readonly [ItemState, string])[];

/** Lists the states that items are in, in the order of the texts. */
export function listStates(counts: Counts, texts: StateTexts): readonly string[] {
  return texts
    .filter(([state]) => counts[state] > 0)
    .map(([state, text]) => `${grouped(counts[state])} ${text}`);
}
