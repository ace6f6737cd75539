import { computeFingerprint } from '../domain/fingerprint.ts';
import {
  findSpendTtl,
  sumRunSpend,
  toFigures,
  type ItemTimes,
  type SpendFigures,
  type SpentDocument,
} from './run-spend.ts';

/**
 * Tells what was spent on documents that failed, and on processing documents again that did not fail then, by the cause
 * of the failure. No document of a run is in both, so their sum is what was lost.
 */
export type LossKind = 'failed' | 'again';

export interface SpendOfCause {
  readonly kind: LossKind;
  /** The fingerprint, `none` for a document that had not failed, or `others`. */
  readonly cause: string;
  readonly pattern: string;
  readonly usage: SpendFigures;
}

/** Why a document failed in an earlier run, as its item keeps it. */
export type EarlierCause = Readonly<Record<'cause' | 'pattern', string>>;

/** A document of whom is known why it failed. */
export interface SpentAndFailed extends SpentDocument {
  readonly error?: { readonly stage?: string; readonly code?: string; readonly message?: string };
  /** By number of an earlier run in which it failed, as text. */
  readonly earlierCauses?: Readonly<Record<string, EarlierCause>>;
}

/** Names the cause of a failure, short enough to be kept on a document for each run. */
export function toEarlierCause(error: SpentAndFailed['error']): EarlierCause {
  const { stage, code, message } = error ?? {};
  const { id, pattern } = computeFingerprint({
    stage: readText(stage),
    code: readText(code),
    message: readText(message),
  });
  return { cause: id, pattern: pattern.slice(0, longestPattern) };
}

/** An item that was imported by hand may have anything here. */
function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

const longestPattern = 120;

/** A run has at most this many causes one by one; those with the fewest documents are summed up. */
export const mostCausesOfRun = 20;

/** Sums what a run lost by cause, those with most documents first. */
export function sumRunCauses(run: number, documents: readonly SpentAndFailed[]): readonly SpendOfCause[] {
  const groups = new Map<string, Loss & { readonly documents: SpentAndFailed[] }>();
  for (const document of documents) {
    const loss = findLoss(run, document);
    if (loss === undefined) continue;
    const key = `${loss.kind}#${loss.cause}`;
    const group = groups.get(key) ?? { ...loss, documents: [] };
    group.documents.push(document);
    groups.set(key, group);
  }
  const sorted = [...groups]
    .toSorted(([a, one], [b, other]) => other.documents.length - one.documents.length || (a < b ? -1 : 1))
    .map(([, group]) => group);
  const rest = new Map<LossKind, SpentAndFailed[]>();
  for (const { kind, documents: more } of sorted.slice(mostCausesOfRun)) {
    rest.set(kind, [...(rest.get(kind) ?? []), ...more]);
  }
  const others = [...rest].map(([kind, more]) => ({ kind, ...otherCauses, documents: more }));
  return [...sorted.slice(0, mostCausesOfRun), ...others].map(({ kind, cause, pattern, documents: of }) => {
    const { spend } = sumRunSpend(run, of);
    return { kind, cause, pattern, usage: toFigures({ ...spend, runs: 0 }) };
  });
}

const otherCauses = { cause: 'others', pattern: 'Other causes' } as const;
const noCause = { cause: 'none', pattern: 'It had not failed before' } as const;

interface Loss extends EarlierCause {
  readonly kind: LossKind;
}

function findLoss(run: number, document: SpentAndFailed): Loss | undefined {
  if (document.run !== run && document.earlierUsage?.[run] === undefined) return undefined;
  const failed =
    document.run === run
      ? document.status === 'FAILED'
        ? toEarlierCause(document.error)
        : undefined
      : document.earlierCauses?.[run];
  if (failed !== undefined) return { kind: 'failed', ...failed };
  if (run === 1) return undefined;
  const earlier = Object.entries(document.earlierCauses ?? {})
    .filter(([one]) => Number(one) < run)
    .toSorted(([a], [b]) => Number(b) - Number(a));
  return { kind: 'again', ...(earlier[0]?.[1] ?? noCause) };
}

interface WorkflowOfDay {
  readonly tenantId: string;
  readonly projectId: string;
  readonly workflowId: string;
  readonly day: string;
}

export const detailKeys = {
  ofWorkflow: ({ tenantId, projectId, workflowId, day }: WorkflowOfDay) => ({
    PK: `TENANT#${tenantId}#SPEND`,
    SK: `BY#${day}#WORKFLOW#${projectId}#${workflowId}`,
  }),
  ofCause: (
    { tenantId, projectId, workflowId, day }: WorkflowOfDay,
    { kind, cause }: Pick<SpendOfCause, 'kind' | 'cause'>,
  ) => ({
    PK: `TENANT#${tenantId}#SPEND`,
    SK: `BY#${day}#CAUSE#${projectId}#${workflowId}#${kind}#${cause}`,
  }),
} as const;

/** Makes the item of what the runs of a workflow consumed that ended on a day. */
export function toWorkflowSpendItem({
  tenantId,
  projectId,
  workflowId,
  day,
  usage,
  ...times
}: ItemTimes & WorkflowOfDay & { readonly usage: SpendFigures }) {
  return {
    ...detailKeys.ofWorkflow({ tenantId, projectId, workflowId, day }),
    ...times,
    usage,
    ttl: findSpendTtl(day),
  };
}

/** Makes the item of what those runs lost by one cause. */
export function toCauseSpendItem(
  { tenantId, projectId, workflowId, day, ...times }: ItemTimes & WorkflowOfDay,
  { kind, cause, pattern, usage }: SpendOfCause,
) {
  const key = detailKeys.ofCause({ tenantId, projectId, workflowId, day }, { kind, cause });
  return { ...key, ...times, pattern, usage, ttl: findSpendTtl(day) };
}
