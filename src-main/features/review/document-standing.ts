import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { findDeclared } from '#shared/catalogue/declaration.ts';
import {
  correctionSchema,
  type Correction,
  type Opinion,
  type ReviewStep,
} from '#shared/contract/review-document.ts';
import { documentStatuses, type DocumentStatus } from '#shared/domain/statuses.ts';
import { plainValue, toList, toMap, presigned, textIn, valueText } from './read-values.ts';

/**
 * Describes where a document stands in its review. It stays in the main process, because it contains opinions that must
 * not be seen yet.
 */
export interface Standing {
  /** This is 0 where it has none, as in the API. */
  readonly version: number;
  /**
   * This is true when its stored version is not a number, so that a person cannot say which version they have seen.
   */
  readonly hasNoVersion: boolean;
  readonly status: DocumentStatus | null;
  readonly claimedBy: string | null;
  readonly claimExpiresAt: string | null;
  readonly assignedTo: string | null;
  readonly assignedBy: string | null;
  readonly reviewedBy: string | null;
  readonly decision: Opinion['decision'] | null;
  readonly holdUntil: string | null;
  readonly checkedBy: string | null;
  /** Its pages were filed as new documents. */
  readonly isFiled: boolean;
  /** Maps each place to what a check has found there. */
  readonly found: ReadonlyMap<string, string>;
  /** Lists the people who gave an opinion, in their order. */
  readonly opinionsBy: readonly string[];
  /** Lists the opinions that can be read. */
  readonly opinions: readonly Opinion[];
  readonly differs: readonly string[];
  readonly step: ReviewStep;
}

/** Reads an item, or the API's answer about one; the API leaves out a single opinion. */
export function readDocumentStanding(attributes: Attributes): Standing {
  const text = (name: string): string | null => textIn(attributes, name);
  const given = toList(findDeclared(attributes, 'opinions')).map(toMap);
  const status = documentStatuses.find((one) => one === text('status')) ?? null;
  const version = versionIn(findDeclared(attributes, 'version'));
  const holdUntil = text('holdUntil');
  return {
    version: version ?? 0,
    hasNoVersion: version === null,
    status,
    claimedBy: text('claimedBy'),
    claimExpiresAt: text('claimExpiresAt'),
    assignedTo: text('assignedTo'),
    assignedBy: text('assignedBy'),
    reviewedBy: text('reviewedBy'),
    decision: readDecision(text('decision')),
    holdUntil,
    checkedBy: text('checkedBy'),
    isFiled: toMap(findDeclared(attributes, 'filed')) !== undefined,
    found: new Map(
      Object.entries(toMap(findDeclared(attributes, 'found')) ?? {}).map(([name, one]) => [
        name,
        valueText(one) ?? '',
      ]),
    ),
    opinionsBy: given.flatMap((one) => textIn(one, 'by') ?? []),
    opinions: given.flatMap(readOpinion),
    differs: toList(findDeclared(attributes, 'differs')).flatMap((one) => ('S' in one ? [one.S] : [])),
    step: findStep(given.length, status === 'REVIEW_REQUIRED' && holdUntil !== null),
  };
}

/**
 * Accepts text too, because an item imported by hand may have it. Null means that no next version can be counted from
 * it.
 */
function versionIn(value: AttributeValue | undefined): number | null {
  if (value === undefined) return 0;
  const digits = 'N' in value ? value.N : 'S' in value ? value.S : '';
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}

/** Counts a waiting document with a hold as having one opinion, whether it is shown or not. */
function findStep(opinions: number, hasHold: boolean): ReviewStep {
  if (opinions > 1) return 'third';
  return opinions === 1 || hasHold ? 'second' : 'first';
}

function readOpinion(map: Attributes | undefined): Opinion[] {
  const by = textIn(map, 'by');
  const decision = readDecision(textIn(map, 'decision'));
  if (by === null || decision === null) return [];
  return [
    {
      by,
      at: textIn(map, 'at'),
      decision,
      corrections: toList(findDeclared(map, 'corrections')).flatMap((one) => readCorrection(toMap(one))),
      reason: textIn(map, 'reason'),
    },
  ];
}

/** Leaves out a correction that this console cannot read, or that holds a presigned address. */
function readCorrection(map: Attributes | undefined): Correction[] {
  const attributes = ['field', 'value', 'takenFrom', 'unreadable', 'absent', 'lines'].flatMap((name) => {
    const value = findDeclared(map, name);
    return value === undefined ? [] : [[name, plainValue(value)] as const];
  });
  const { success, data } = correctionSchema.safeParse(Object.fromEntries(attributes));
  return success && !JSON.stringify(data).includes(presigned) ? [data] : [];
}

function readDecision(text: string | null): Opinion['decision'] | null {
  return text === 'approve' || text === 'reject' ? text : null;
}

/** Says whose turn it is where this person has given an opinion; null where they have not. */
export function explainOwnOpinion(opinionsBy: readonly string[], personId: string): string | null {
  const mine = opinionsBy.filter((by) => by === personId).length;
  if (mine === 0) return null;
  if (mine > 1) return 'You gave both opinions on this document. A reviewer who has given none decides.';
  return opinionsBy.length === 1
    ? 'You gave the first opinion on this document. A second reviewer decides without seeing it.'
    : 'You gave one of the two opinions on this document, and they differ. A third reviewer decides.';
}

/** Tells whether another person holds it, as far as this machine's clock can tell. */
export function isHeldByAnother(standing: Standing, personId: string, now: number): boolean {
  const { status, claimedBy, claimExpiresAt } = standing;
  if (status !== 'REVIEW_REQUIRED' || claimedBy === null || claimedBy === personId) return false;
  return claimExpiresAt !== null && Date.parse(claimExpiresAt) > now;
}
