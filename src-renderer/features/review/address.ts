import {
  choice,
  chosenTenant,
  defineAddress,
  number,
  numberChoice,
  parameter,
  text,
  yes,
  type Parameter,
} from '#renderer/contract/page-address.ts';
import type { Flag, ReviewKey } from '#shared/contract/review-document.ts';
import { sortColumns, type QueueSort } from '#shared/domain/review/review-order.ts';

export const percents = [0.5, 1, 2, 5, 10] as const;
const longest = 4_000;
const longestId = 256;
/** The usual order of the flags. The contract's own list would pull in the whole contract. */
const everyFlag: readonly Flag[] = ['below threshold', 'readers disagree', 'check failed'];

const flags = {
  read: (written: string): readonly Flag[] | undefined =>
    written.length > longest ? undefined : everyFlag.filter((flag) => written.split(',').includes(flag)),
  write: (reasons: readonly Flag[]) => reasons.join(','),
};

const sort = {
  read: (written: string): QueueSort | undefined => {
    const by = sortColumns.find((one) => one === written.replace(/^-/, ''));
    return by && { by, direction: written.startsWith('-') ? 'desc' : 'asc' };
  },
  write: ({ by, direction }: QueueSort) => (direction === 'desc' ? `-${by}` : by),
};

/** Encodes the key as one word, "northwind/freight/batch-01/doc-7", because a part of a key leads nowhere. */
const documentKey = {
  read: (written: string) => (written.length > longest ? null : readKey(written)),
  write: (key: ReviewKey | null) =>
    key === null
      ? ''
      : [key.tenantId, key.projectId, key.batchId, key.documentId].map(encodeURIComponent).join('/'),
};

/**
 * Amounts are never written into an address, because a link must not reveal values of documents. The page keeps
 * them.
 */
const amount: Parameter<number | null> = { read: () => null, write: () => undefined };

/** The address of Review. A tenant chosen in the top bar wins. */
export const { read: readReview, write: writeReview } = defineAddress(
  {
    view: choice(['queue', 'sample'], 'queue'),
    tenant: chosenTenant(longestId),
    workflow: text(longestId),
    reasons: parameter<readonly Flag[], readonly Flag[]>(flags, []),
    olderThanMinutes: number(/^[1-9]\d{0,5}$/, [1, 999_999], null),
    /** Written as "due", or "-due" in descending order. */
    sort: parameter<QueueSort, null>(sort, null),
    amountFrom: amount,
    amountTo: amount,
    /** How many percent of the documents the sample contains. */
    percent: numberChoice(percents, 2),
    /** Whose decisions the sample checks: those of the pipeline alone, or of reviewers. */
    acceptedBy: choice(['machine', 'reviewers'], 'machine'),
    /** The document on the desk. */
    document: parameter(documentKey, null),
    /** True for a user who comes to work: the first waiting document opens as soon as it is known. */
    start: yes(),
  },
  { names: { olderThanMinutes: 'older', acceptedBy: 'by' } },
);

export type ReviewAddress = ReturnType<typeof readReview>;

export type GoReview = (change: Partial<ReviewAddress>, how?: 'push' | 'replace') => void;

function readKey(written: string): ReviewKey | null {
  // Half of a surrogate pair can be decoded but not encoded again.
  if (/\p{Surrogate}/u.test(written)) return null;
  const parts = written.split('/').map(decode);
  const [tenantId, projectId, batchId, documentId] = parts;
  if (parts.length !== 4 || parts.some((part) => part === null || part === '' || part.length > longestId)) {
    return null;
  }
  return tenantId && projectId && batchId && documentId ? { tenantId, projectId, batchId, documentId } : null;
}

/** Returns null if the text is not encoded, for example if it contains a typed percent sign. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
