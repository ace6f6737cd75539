import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { Outcome } from '#shared/contract/review/decisions.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Problem } from '#shared/pipeline-api/problem.ts';
import { pipelineFailure } from '../../../../pipeline/pipeline-failure.ts';
import { readsSoFar } from '../../../../reads/paid-reads.ts';
import { isObject, jsonAttributes } from '../../../../rows/read-row.ts';
import { readDocument, type ReadNow } from '../read-document.ts';
import { numberIn, textIn } from '../read-values.ts';
import { isHeldByAnother, standingOf, type Standing } from '../standing.ts';
import type { Asking, Change, WhatBecame } from './change.ts';
import { doneOf, heldBy } from './done-of.ts';
import { isDone } from './is-done.ts';

/** After a refusal: as it is now, by its key. */
export async function lookAgain(problem: Problem, asking: Asking): Promise<Result<Outcome>> {
  const { notDone, seen } = asking.change;
  const read = await readDocument(asking.change.seen, asking);
  const failure = refused(pipelineFailure({ kind: 'problem', problem }, notDone));
  // It was refused for certain; that it could not be looked at again changes nothing about it.
  if (!read.ok) return { ...failure, ...(read.receipt !== undefined && { receipt: read.receipt }) };
  const { change, personId } = asking;
  const { standing } = read.value;
  const isReused = problem.code === 'key-reused';
  // Told again of what it has changed itself, a decision has other corrections to make than the first time.
  const isMine = isReused ? change.stands(read.value, personId) : isDone(change, read.value, personId);
  if (isMine) return ok(doneOf(standing, asking), read.receipt);
  if (isReused && standing.version === seen.version) return ok(usedBefore(change), read.receipt);
  return ok(lostTo(read.value, asking), read.receipt);
}

/** After an answer that is older than what was seen: whether what it tells of is still so. */
export async function lookWhetherItStands(told: Standing, asking: Asking): Promise<Result<Outcome>> {
  const read = await readDocument(asking.change.seen, asking);
  const why = 'It was sent before, and the document could not be read.';
  return ok(read.ok ? ofKey(told, read.value, asking) : unclear(why, asking.change), read.receipt);
}

/**
 * After no answer. The pipeline remembers what it did under a key in the same transaction as the change; and what was
 * asked on a version that is gone will not happen any more. Everything else is not certain.
 */
export async function lookUp(why: string, asking: Asking): Promise<WhatBecame> {
  const { change, personId, doors } = asking;
  const reads = readsSoFar();
  const { idempotencyKey } = change;
  // In this order: what is not remembered afterwards had not been done when the document was read.
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
    const standing = told === 'too large' ? read.value.standing : standingOf(told);
    const outcome = ofKey(standing, read.value, asking);
    return { result: ok(outcome, receipt), ...(told !== 'too large' && { item: told }) };
  }
  if (isDone(change, read.value, personId)) {
    return { result: ok(doneOf(read.value.standing, asking), receipt) };
  }
  const isTooLate = remembered === undefined && read.value.standing.version > change.seen.version;
  return { result: ok(isTooLate ? lostTo(read.value, asking) : unclear(why, change), receipt) };
}

/** What was done under this key: perhaps a while ago, perhaps with another content, perhaps taken back since. */
function ofKey(told: Standing, now: ReadNow, asking: Asking): Outcome {
  const { change, personId } = asking;
  const { version, status } = now.standing;
  if (change.stands(now, personId)) return doneOf(now.standing, asking);
  if (version === told.version) return { kind: 'changed', document: now.document };
  if (told.version > change.seen.version) return doneOf(told, asking);
  if (status === 'REVIEW_REQUIRED') return usedBefore(change);
  // The first of two opinions, and by now the second has decided.
  const wasOpinion = change.name === 'reviewDocument' && told.status === 'REVIEW_REQUIRED';
  return wasOpinion ? doneOf(told, asking) : { kind: 'changed', document: now.document };
}

/** What the pipeline has answered, as it remembers it. Undefined: it has not answered yet. */
function answerIn(attributes: Attributes): Attributes | 'too large' | undefined {
  if (numberIn(attributes, 'status') === null) return undefined;
  const answer = jsonOf(textIn(attributes, 'body') ?? '{}');
  const document = isObject(answer) ? answer['document'] : undefined;
  return isObject(document) ? jsonAttributes(document) : 'too large';
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The document itself then says what it came to.
    return undefined;
  }
}

/** Held by somebody, for whom it is of use; else as it has become. */
function lostTo({ document, standing }: ReadNow, { change, personId, now }: Asking): Outcome {
  const wantsIt = change.name !== 'undoReview' && change.name !== 'checkDocument';
  const held = wantsIt && isHeldByAnother(standing, personId, now()) ? heldBy(standing) : undefined;
  return held ?? { kind: 'changed', document };
}

/** The key stands for an earlier decision, of other content or taken back since: nothing has happened now. */
function usedBefore({ notDone }: Pick<Change, 'notDone'>): Outcome {
  const message = `A decision was sent under this key before, and is over. ${notDone} Do it again: it gets a new key.`;
  return { kind: 'refused', problem: 'key-reused', message };
}

function unclear(why: string, { isKeyKept }: Change): Outcome {
  const sentence = /[.!?]$/.test(why) ? why : `${why}.`;
  const next = isKeyKept
    ? 'Ask again: it is the same request, so nothing is done twice.'
    : 'Look at it again before you go on.';
  return { kind: 'unclear', message: `${sentence} Whether it was done is not known. ${next}` };
}
