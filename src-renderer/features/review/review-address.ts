import type { Flag, ReviewKey } from '#shared/contract/review-document.ts';

/** What the address of Review says; read leniently. The tenant is that of the top bar where one is chosen there. */
export interface ReviewAddress {
  readonly view: 'queue' | 'sample';
  readonly tenant: string | null;
  readonly workflow: string | null;
  readonly reasons: readonly Flag[];
  readonly olderThanMinutes: number | null;
  /** Amounts are in no address: a link says nothing of what documents say. The page keeps them. */
  readonly amountFrom: number | null;
  readonly amountTo: number | null;
  /** Of the sample, one in a hundred documents this many. */
  readonly percent: number;
  /** Open on the desk. */
  readonly document: ReviewKey | null;
  /** Whoever comes to work: the first that waits is opened as soon as it is known. */
  readonly start: boolean;
}

export type GoReview = (change: Partial<ReviewAddress>, how?: 'push' | 'replace') => void;

export const percents = [0.5, 1, 2, 5, 10] as const;
const usualPercent = 2;

export function readReview(search: Readonly<Record<string, unknown>>): ReviewAddress {
  const text = (name: string): string | null => {
    const value = search[name];
    return typeof value === 'string' && value !== '' && value.length <= longest ? value : null;
  };
  const id = (name: string): string | null => {
    const value = text(name);
    return value !== null && value.length <= longestId ? value : null;
  };
  const reasons = (text('reasons') ?? '').split(',');
  const older = text('older') ?? '';
  return {
    view: text('view') === 'sample' ? 'sample' : 'queue',
    tenant: id('tenant'),
    workflow: id('workflow'),
    reasons: everyFlag.filter((flag) => reasons.includes(flag)),
    olderThanMinutes: /^[1-9]\d{0,5}$/.test(older) ? Number(older) : null,
    amountFrom: null,
    amountTo: null,
    percent: percents.find((percent) => String(percent) === text('percent')) ?? usualPercent,
    document: readKey(text('document')),
    start: text('start') === 'yes',
  };
}

export function writeReview(address: ReviewAddress): Readonly<Record<string, string>> {
  const { view, tenant, workflow, reasons, olderThanMinutes, percent, document, start } = address;
  const entries: readonly (readonly [string, string | null])[] = [
    ['view', view === 'queue' ? null : view],
    ['tenant', tenant],
    ['workflow', workflow],
    ['reasons', reasons.join(',')],
    ['older', olderThanMinutes === null ? null : String(olderThanMinutes)],
    ['percent', percent === usualPercent ? null : String(percent)],
    ['document', document === null ? null : keyText(document)],
    ['start', start ? 'yes' : null],
  ];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== ''),
  );
}

/** "northwind/freight/batch-01/doc-7": as one word, since half of a key leads nowhere. */
function keyText({ tenantId, projectId, batchId, documentId }: ReviewKey): string {
  return [tenantId, projectId, batchId, documentId].map(encodeURIComponent).join('/');
}

function readKey(written: string | null): ReviewKey | null {
  // Half of a pair of surrogates can be read but not written again.
  if (written === null || /\p{Surrogate}/u.test(written)) return null;
  const parts = written.split('/').map(decoded);
  const [tenantId, projectId, batchId, documentId] = parts;
  if (parts.length !== 4 || parts.some((part) => part === null || part === '' || part.length > longestId)) {
    return null;
  }
  return tenantId && projectId && batchId && documentId ? { tenantId, projectId, batchId, documentId } : null;
}

/** Null where it is no such text: a percent sign somebody typed. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** In the order in which they are named everywhere; the contract's own list would bring zod along. */
const everyFlag: readonly Flag[] = ['below threshold', 'readers disagree', 'check failed'];
const longest = 4_000;
const longestId = 256;
