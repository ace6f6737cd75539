import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import {
  lineColumns,
  type Correction,
  type Opinion,
  type Outcome,
  type ReviewKey,
} from '#shared/contract/review-document.ts';
import type { Session } from '#shared/contract/session.ts';
import { correctedValue, valueAt } from '#shared/domain/review/draft-rules.ts';
import type { Problem, ProblemCode } from '#shared/pipeline-api/problem.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { SeenItems } from '../../jobs/job-action.ts';
import { pipelineFailure, type PipelineAnswer, type PipelineCall } from '../../pipeline/pipeline-api.ts';
import { readsSoFar } from '../../reads/paid-reads.ts';
import { isObject, jsonAttributes } from '../../rows/read-row.ts';
import type { BatchFactsStore } from './batch-facts.ts';
import { isHeldByAnother, readDocumentStanding, type Standing } from './document-standing.ts';
import { readDocument, type ReadNow } from './read-document.ts';
import { numberIn, textIn } from './read-values.ts';

/** Treats a lost race as an outcome and not as a failure, because the page has to show it. */
export async function findOutcome(answer: Answer, asking: Asking): Promise<WhatBecame> {
  switch (answer.kind) {
    case 'answered': {
      const item = jsonAttributes(answer.value.document);
      const standing = readDocumentStanding(item);
      if (standing.version > asking.change.seen.version)
        return { result: ok(describeDone(standing, asking)), item };
      // The same request was repeated by a person who has read the document since.
      return { result: await lookWhetherItStands(standing, asking) };
    }
    case 'problem':
      return {
        result: await byProblem(answer.problem, asking),
        ...(answer.problem.current !== undefined && { item: jsonAttributes(answer.problem.current) }),
      };
    case 'unclear':
      return lookUp(answer.why, asking);
    default:
      return { result: refused(pipelineFailure(answer, asking.change.notDone)) };
  }
}

async function byProblem(problem: Problem, asking: Asking): Promise<Result<Outcome>> {
  switch (problem.code) {
    case 'claimed-by-another': {
      const held = heldBy(readDocumentStanding(jsonAttributes(problem.current ?? {})));
      return held === undefined ? lookAgain(problem, asking) : ok(held);
    }
    case 'stale-version':
    case 'not-in-review':
    case 'not-claimed-by-you':
    case 'key-reused':
      return lookAgain(problem, asking);
    default: {
      const refusal = toRefusal(problem, asking.change.notDone);
      if (refusal !== undefined) return ok(refusal);
      return refused(pipelineFailure({ kind: 'problem', problem }, asking.change.notDone));
    }
  }
}

export type ChangeName =
  | 'claimDocument'
  | 'releaseDocument'
  | 'reviewDocument'
  | 'handOverDocument'
  | 'checkDocument'
  | 'refileDocument'
  | 'undoReview';

interface Seen extends ReviewKey {
  readonly version: number;
}

/** Describes a change of one document before the pipeline API is asked. */
export interface Change<N extends ChangeName = ChangeName> {
  readonly name: N;
  readonly seen: Seen;
  readonly body?: PipelineCall<N>['body'];
  /** The same key means the same change, so it is made once. */
  readonly idempotencyKey: string;
  /** This is true when the key is stored with the person's draft, so that asking again is the same request. */
  readonly isKeyKept: boolean;
  /** Says in a sentence what has not happened if it is refused. */
  readonly notDone: string;
  /** Tells whether a document shows that this person has made this change, whenever that was. */
  readonly stands: (now: ReadNow, personId: string) => boolean;
}

export interface ChangeParts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly facts: BatchFactsStore;
  /** Passes on items that are read on the way, for lists that are on a screen. */
  readonly seen: (connectionId: string, items: SeenItems) => void;
  readonly now: () => number;
}

/** Holds the person and connection of a request, because another connection may be opened while it is under way. */
export interface AskedOf {
  readonly session: Session;
  readonly doors: ConnectionDoors;
}

export interface Asking extends AskedOf {
  readonly change: Change;
  readonly personId: string;
  readonly facts: BatchFactsStore;
  readonly now: () => number;
}

export type Answer = PipelineAnswer<ChangeName>;
type Done = Extract<Outcome, { readonly kind: 'done' }>;

interface WhatBecame {
  readonly result: Result<Outcome>;
  /** This is the document in the API's answer. */
  readonly item?: Attributes;
}

type Stands = Change['stands'];

/**
 * Recognises this person's own change. Each change raises the version by one and is made on the version that was seen,
 * so the next version with this person's name is theirs, made on that very version. A release only requires that the
 * claim is gone, which may have happened earlier.
 */
function isDone({ name, seen, stands }: Change, now: ReadNow, personId: string): boolean {
  return (name === 'releaseDocument' || now.standing.version === seen.version + 1) && stands(now, personId);
}

export const isClaimed: Stands = ({ standing }, personId) =>
  standing.status === 'REVIEW_REQUIRED' && standing.claimedBy === personId;

/** Holds if the person no longer has it claimed, whatever has happened since. */
export const isReleased: Stands = ({ standing }, personId) => standing.claimedBy !== personId;

/** Ignores claims, because another person may have claimed it while the first of two opinions was held. */
export const isUndone: Stands = ({ standing }, personId) =>
  standing.status === 'REVIEW_REQUIRED' && !standing.opinionsBy.includes(personId);

export function isDecided(decision: 'approve' | 'reject', corrections: readonly Correction[]): Stands {
  return ({ standing, document }, personId) => {
    if (standing.status === 'REVIEW_REQUIRED') {
      return standing.opinions.some((one) => one.by === personId && saysSo(one));
    }
    const isMine = standing.reviewedBy === personId && standing.decision === decision;
    return isMine && corrections.every((one) => isIn(one, document));
  };

  function saysSo(opinion: Opinion): boolean {
    return (
      opinion.decision === decision && JSON.stringify(opinion.corrections) === JSON.stringify(corrections)
    );
  }
}

function isIn(correction: Correction, document: ReadNow['document']): boolean {
  if (!('lines' in correction))
    return (valueAt(document, correction.field) ?? '') === correctedValue(correction);
  const { lines } = document;
  return (
    lines.length === correction.lines.length &&
    correction.lines.every((line, at) => lineColumns.every((column) => line[column] === lines[at]?.[column]))
  );
}

export function isHandedOver(to: string): Stands {
  return ({ standing }, personId) => standing.assignedTo === to && standing.assignedBy === personId;
}

export const isFiled: Stands = ({ standing }, personId) =>
  standing.isFiled && standing.reviewedBy === personId;

export function isChecked(corrections: readonly Correction[]): Stands {
  return ({ standing }, personId) =>
    standing.checkedBy === personId &&
    standing.found.size === corrections.length &&
    corrections.every((one) => standing.found.get(one.field) === correctedValue(one));
}

/** Reads the document again by its key after a refusal. */
async function lookAgain(problem: Problem, asking: Asking): Promise<Result<Outcome>> {
  const { notDone, seen } = asking.change;
  const read = await readDocument(asking.change.seen, asking);
  const failure = refused(pipelineFailure({ kind: 'problem', problem }, notDone));
  // It was certainly refused, and a failed read does not change that.
  if (!read.ok) return { ...failure, ...(read.receipt !== undefined && { receipt: read.receipt }) };
  const { change, personId } = asking;
  const { standing } = read.value;
  const isReused = problem.code === 'key-reused';
  // A reused key needs only the looser check: when a decision is repeated after its own change, its corrections differ
  // from the first time.
  const isMine = isReused ? change.stands(read.value, personId) : isDone(change, read.value, personId);
  if (isMine) return ok(describeDone(standing, asking), read.receipt);
  if (isReused && standing.version === seen.version) return ok(usedBefore(change), read.receipt);
  return ok(lostTo(read.value, asking), read.receipt);
}

/** Checks whether an answer is still true when it is older than the version that was seen. */
async function lookWhetherItStands(told: Standing, asking: Asking): Promise<Result<Outcome>> {
  const read = await readDocument(asking.change.seen, asking);
  const why = 'It was already sent, but the document could not be read.';
  return ok(read.ok ? ofKey(told, read.value, asking) : unclear(why, asking.change), read.receipt);
}

/**
 * Looks up the outcome when no answer came. The pipeline records what it did under a key in the same transaction as the
 * change, and a request on an outdated version will no longer take effect. In every other case the outcome stays
 * unknown.
 */
async function lookUp(why: string, asking: Asking): Promise<WhatBecame> {
  const { change, personId, doors } = asking;
  const reads = readsSoFar();
  const { idempotencyKey } = change;
  // The order matters: if the key is not recorded after this read, the change had not been made when the document was
  // read.
  const read = reads.paid(await readDocument(change.seen, asking));
  const request = reads.paid(
    await doors.reader.run(
      'extraction.requestOfCaller',
      { callerId: personId, idempotencyKey },
      { consistent: true },
    ),
  );
  const receipt = reads.receipt();
  if (!read.ok || !request.ok) return { result: ok(unclear(why, change), receipt) };
  const [remembered] = request.value.items;
  const told = remembered && answerIn(remembered.attributes);
  if (told !== undefined) {
    const standing = told === 'too large' ? read.value.standing : readDocumentStanding(told);
    const outcome = ofKey(standing, read.value, asking);
    return { result: ok(outcome, receipt), ...(told !== 'too large' && { item: told }) };
  }
  if (isDone(change, read.value, personId)) {
    return { result: ok(describeDone(read.value.standing, asking), receipt) };
  }
  const isTooLate = remembered === undefined && read.value.standing.version > change.seen.version;
  return { result: ok(isTooLate ? lostTo(read.value, asking) : unclear(why, change), receipt) };
}

/** Judges what was done under this key, which may be a while ago, with other content, or undone since. */
function ofKey(told: Standing, now: ReadNow, asking: Asking): Outcome {
  const { change, personId } = asking;
  const { version, status } = now.standing;
  if (change.stands(now, personId)) return describeDone(now.standing, asking);
  if (version === told.version) return { kind: 'changed', document: now.document };
  if (told.version > change.seen.version) return describeDone(told, asking);
  if (status === 'REVIEW_REQUIRED') return usedBefore(change);
  // This was the first of two opinions, and the second has decided by now.
  const wasOpinion = change.name === 'reviewDocument' && told.status === 'REVIEW_REQUIRED';
  return wasOpinion ? describeDone(told, asking) : { kind: 'changed', document: now.document };
}

/** Returns the answer that the pipeline recorded; undefined if it has not answered yet. */
function answerIn(attributes: Attributes): Attributes | 'too large' | undefined {
  if (numberIn(attributes, 'status') === null) return undefined;
  const answer = parseJson(textIn(attributes, 'body') ?? '{}');
  const document = isObject(answer) ? answer['document'] : undefined;
  return isObject(document) ? jsonAttributes(document) : 'too large';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The document itself shows the outcome then.
    return undefined;
  }
}

/** Names the other holder if this person wanted the document; otherwise shows the document as it is now. */
function lostTo({ document, standing }: ReadNow, { change, personId, now }: Asking): Outcome {
  const wantsIt = change.name !== 'undoReview' && change.name !== 'checkDocument';
  const held = wantsIt && isHeldByAnother(standing, personId, now()) ? heldBy(standing) : undefined;
  return held ?? { kind: 'changed', document };
}

/**
 * Handles a key that stands for an earlier decision with other content, or one that was undone; nothing has happened
 * now.
 */
function usedBefore({ notDone }: Pick<Change, 'notDone'>): Outcome {
  const message = `An earlier decision already used this key. ${notDone} Try again; a new key is used.`;
  return { kind: 'refused', problem: 'key-reused', message };
}

function unclear(why: string, { isKeyKept }: Change): Outcome {
  const sentence = /[.!?]$/.test(why) ? why : `${why}.`;
  const next = isKeyKept
    ? 'Ask again: it is the same request, so nothing is done twice.'
    : 'Open it again before you continue.';
  return { kind: 'unclear', message: `${sentence} Not confirmed whether it was done. ${next}` };
}

function describeDone(standing: Standing, { change, personId }: Pick<Asking, 'change' | 'personId'>): Done {
  const { version, status, step, claimedBy, claimExpiresAt, holdUntil, differs } = standing;
  return {
    kind: 'done',
    version,
    status,
    step,
    claimExpiresAt: claimedBy === personId ? claimExpiresAt : null,
    // After a claim this would be the hold of another person's opinion.
    holdUntil: change.name === 'reviewDocument' ? holdUntil : null,
    differs: step === 'third' ? [...differs] : [],
  };
}

/** Returns undefined where no holder is named. */
function heldBy({ claimedBy, claimExpiresAt }: Standing): Outcome | undefined {
  if (claimedBy === null || claimExpiresAt === null) return undefined;
  return { kind: 'held', by: claimedBy, until: claimExpiresAt };
}

/** Returns what this person may never do, however often they try; undefined for any other problem. */
function toRefusal({ code, detail }: Problem, notDone: string): Outcome | undefined {
  const why = words[code];
  if (why === undefined) return undefined;
  // The API says who may not get it, or what is wrong with the pages; for the other problems the text here says more.
  const message = saysWhy.has(code) && detail.trim() !== '' ? detail : `${why} ${notDone}`;
  return { kind: 'refused', problem: code, message };
}

const saysWhy: ReadonlySet<ProblemCode> = new Set(['not-a-reviewer', 'not-fileable']);

const words: Partial<Readonly<Record<ProblemCode, string>>> = {
  'not-fileable': 'The pages cannot be filed like that.',
  'not-twice-by-you': 'You have given an opinion on this document. It needs another reviewer.',
  'hold-over': 'The ten seconds to undo it are over.',
  'not-your-review': 'Another reviewer decided it, and only they can undo that.',
  'not-a-reviewer': "They can't review for this tenant.",
  'already-checked': 'This document has been checked already.',
  'not-accepted-unseen': 'Only documents accepted automatically can be checked.',
};
