import type { ReviewDocument, ReviewKey } from '#shared/contract/review/document.ts';
import type { Session } from '#shared/contract/session.ts';
import type { StoredItem } from '../../../aws/reading.ts';
import { readAttributes, type AttributeReading } from '../../../rows/read-row.ts';
import type { BatchFacts } from './batch-facts.ts';
import type { Note } from './read-values.ts';
import { shownText } from '../../../rows/shown-text.ts';
import { standingOf } from './standing.ts';
import type { StoredResults } from './stored-results.ts';
import { viewFields } from './view-fields.ts';
import { viewChecks, viewLines } from './view-lines.ts';
import { whyNot } from './why-not.ts';

interface Seen {
  readonly key: ReviewKey;
  readonly item: Pick<StoredItem, 'attributes'>;
  readonly results: StoredResults;
  readonly batch: BatchFacts | null;
  readonly session: Pick<Session, 'connection' | 'who'>;
}

/** Everything that a reviewer decides on, whatever the item is like; what it lacks stands in `problems`. */
export function viewDocument({ key, item, results, batch, session }: Seen): ReviewDocument {
  const problems: string[] = [];
  const read = readAttributes(item.attributes, problems);
  const note: Note = (place, problem) => read.note(place, problem);
  const standing = standingOf(item.attributes);
  if (results.missing !== null) note('resultsAt', results.missing);
  if (batch === null) note('batch', `there is no "${key.batchId}" in this project`);
  const schema = batch?.workflow?.schema ?? new Map<string, string | null>();
  const person = namesFor(session);
  const isThird = standing.step === 'third';
  return {
    tenantId: key.tenantId,
    projectId: key.projectId,
    batchId: key.batchId,
    documentId: key.documentId,
    workflowId: batch?.workflowId ?? null,
    workflowName: batch?.workflow?.name ?? null,
    fileName: read.text('fileName'),
    status: standing.status,
    version: standing.version,
    run: read.count('run', 'optional'),
    score: read.number('score', 'optional'),
    waitingSince: read.time('statusSince', 'optional') ?? read.time('updatedAt'),
    thresholds: batch?.thresholds ?? null,
    fourEyes: batch?.fourEyes ?? false,
    step: standing.step,
    whyNot: whyNot(standing, session, results.missing === null),
    claimedBy: person(standing.claimedBy),
    claimExpiresAt: read.time('claimExpiresAt', 'optional'),
    assigned: assignedIn(read, person(standing.assignedTo), person(standing.assignedBy)),
    fields: viewFields(results.fields, schema, note),
    lines: viewLines(results.lineItems, note),
    checks: viewChecks(results.checks, note),
    // Nobody sees what one person has decided before another has, unseen.
    opinions: isThird
      ? standing.opinions.map((one) => ({ ...one, by: person(one.by), reason: said(one.reason) }))
      : [],
    differs: isThird ? [...standing.differs] : [],
    reviewedBy: person(standing.reviewedBy),
    reviewedAt: read.time('reviewedAt', 'optional'),
    decision: standing.decision,
    holdUntil: read.time('holdUntil', 'optional'),
    problems: [...problems, ...(batch?.problems ?? [])],
  };
}

function assignedIn(
  read: AttributeReading,
  to: string | null,
  by: string | null,
): ReviewDocument['assigned'] {
  if (to === null) return null;
  const note = read.text('assignedNote', 'optional');
  return { to, by: by ?? 'somebody', note, at: read.time('assignedAt', 'optional') };
}

/** A page has to know who it is itself; of others an id may be an e-mail address. */
function namesFor({ who }: Seen['session']) {
  return <Name extends string | null>(name: Name): Name =>
    name === null || name === who?.id ? name : (shownText(name) as Name);
}

function said(reason: string | null): string | null {
  return reason === null ? null : shownText(reason);
}
