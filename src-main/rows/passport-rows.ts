import { findDeclared } from '#shared/catalogue/declaration.ts';
import type { AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import type { PassportEvent } from '#shared/contract/triage.ts';
import { documentStatuses } from '#shared/domain/statuses.ts';
import type { StoredItem } from '../aws/dynamodb/reading.ts';
import { readRow, type RowReading } from './read-row.ts';
import { shownText } from './shown-text.ts';

/**
 * Makes a line of a passport. From before and after it keeps only what cannot be an extracted value, and counts the
 * rest.
 */
export function passportRow(item: StoredItem): PassportEvent {
  const row = readRow(item, 'DocumentEvent');
  const { read, id, problems } = row;
  const what = read.text('what', 'optional');
  const before = readSide(row, item, 'before', what);
  const after = readSide(row, item, 'after', what);
  return {
    eventId: id('eventId'),
    at: read.time('createdAt'),
    what,
    actor: read.text('actor', 'optional'),
    batchId: read.text('batchId', 'optional'),
    run: read.count('run', 'optional'),
    stage: read.text('stage', 'optional'),
    reason: read.text('reason', 'optional'),
    requestId: read.text('requestId', 'optional'),
    before: before.shown,
    after: after.shown,
    hidden: before.hidden + after.hidden,
    problems,
  };
}

function readSide(
  { read }: RowReading,
  { attributes }: StoredItem,
  side: 'before' | 'after',
  what: string | null,
): { readonly shown: Record<string, string>; readonly hidden: number } {
  read.map(side, 'optional');
  const value = findDeclared(attributes, side);
  const entries = Object.entries(value !== undefined && 'M' in value ? value.M : {});
  const shown = entries.flatMap(([name, one]) => {
    const text = shownValue(name, one, what);
    return text === undefined ? [] : [[name, text] as const];
  });
  return { shown: Object.fromEntries(shown), hidden: entries.length - shown.length };
}

/**
 * A review's corrections stand beside the status under field names, which may also be "run" or "code". Each shown
 * value must therefore have a form that no correction has, or belong to an event that corrects nothing.
 */
function shownValue(name: string, value: AttributeValue, what: string | null): string | undefined {
  if (what !== null && nothingButValues.has(what)) return undefined;
  if ((name === 'run' || name === 'score') && 'N' in value) return value.N;
  if (!('S' in value)) return undefined;
  const text = value.S;
  if (namesOfPlaces.has(name) && listOfPlaces.test(text)) return shownText(text);
  if (name === 'all lines' && countsOfLines.test(text)) return text;
  if (name === 'status' && documentStatuses.some((status) => status === text)) return text;
  if (name === 'stage' && ownStages.has(text)) return text;
  if (what === null || !correctingNothing.has(what)) return undefined;
  return unprivate.has(name) ? shownText(text.slice(0, 120)) : undefined;
}

/** The pipeline writes these beside the values. No field is called so, because the name of a field has no space. */
const namesOfPlaces: ReadonlySet<string> = new Set(['not on the document', 'could not be read']);
const listOfPlaces = /^[A-Za-z][\w.]*(?:, [A-Za-z][\w.]*)*(?:,? ?[\w.]*…)?$/;
const countsOfLines = /^(?:no lines|[\d,]+ lines?)(?:: [\d,]+ [a-z]+(?:, [\d,]+ [a-z]+)*)?$/;

const correctingNothing: ReadonlySet<string> = new Set([
  'ingested',
  'processed',
  'failed',
  'claimed',
  'released',
  'handed over',
  'commented',
  'reprocessed',
  'sent to review',
  'accepted',
  'filed elsewhere',
  'divided',
  'joined',
  'filed from elsewhere',
  'divided from',
  'joined from',
  'message redriven',
  'execution redriven',
]);
/** No field has one of these words as its value. */
const ownStages: ReadonlySet<string> = new Set(['textract', 'gap-fill', 'verify']);
const unprivate: ReadonlySet<string> = new Set([
  'status',
  'stage',
  'code',
  'claimedBy',
  'claimExpiresAt',
  'assignedTo',
  // The ids of the documents that pages were filed as, or are from.
  'documents',
]);

/**
 * A check changes nothing, so its event holds only what was found. The pipeline writes no values of opinions; if
 * another writer did, even a status would reveal the previous person's decision to the next one.
 */
const nothingButValues: ReadonlySet<string> = new Set(['checked', 'first opinion', 'opinions differ']);

/** The passport uses this name when a message of its document came back. */
export const redriven = 'message redriven';

/** SQS's own redrive leaves no mark on a message, but the pipeline notes that the document came back. */
export function redrivesIn(events: readonly PassportEvent[]): number {
  return events.filter(({ what }) => what === redriven).length;
}

export interface MessageFailureRow {
  readonly messageId: string;
  readonly stage: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly attempts: number | null;
  readonly updatedAt: string | null;
}

/** Reads why a message could not be used, as the pipeline stored it under its id. */
export function messageFailureRow(item: StoredItem): MessageFailureRow {
  const { read, id } = readRow(item, 'MessageFailure');
  return {
    messageId: id('messageId'),
    stage: read.text('stage', 'optional'),
    code: read.text('code', 'optional'),
    message: read.text('message', 'optional'),
    attempts: read.count('attempts', 'optional'),
    updatedAt: read.time('updatedAt', 'optional'),
  };
}
