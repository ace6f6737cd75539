import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Correction, Outcome } from '#shared/contract/review-document.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import { maySeeTenant } from '#shared/permissions.ts';
import { isCallable, notCallable } from '#shared/pipeline-api/operation.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../gate/gate.ts';
import { fitCorrections, whyNotOffered } from '../../reads/api-offers.ts';
import { buildPlace } from '../../rows/read-row.ts';
import { documentRow } from '../../rows/document-rows.ts';
import {
  isChecked,
  isClaimed,
  isDecided,
  isFiled,
  isHandedOver,
  isReleased,
  isUndone,
  findOutcome,
  type AskedOf,
  type Asking,
  type Change,
  type ChangeName,
  type ChangeParts,
} from './change-outcome.ts';
import type { DeskWork } from './desk-handlers.ts';

type Names =
  | 'review.claim'
  | 'review.release'
  | 'review.decide'
  | 'review.undo'
  | 'review.handOver'
  | 'review.filing'
  | 'review.refile'
  | 'review.check';

interface Parts extends ChangeParts {
  readonly work: DeskWork;
  /** Makes keys for changes that may be repeated without harm. */
  readonly newKey: () => string;
}

/** Handles what a person does with one document; each action is one call of the pipelines' own API. */
export function actionHandlers(parts: Parts): Pick<Handlers, Names> {
  const { work, newKey } = parts;

  function release(
    seen: Parameters<Handlers['review.release']>[0],
    asked: AskedOf,
  ): Promise<Result<Outcome>> {
    const change = { name: 'releaseDocument', seen, idempotencyKey: newKey(), isKeyKept: false } as const;
    return makeChange({ ...change, notDone: 'It was not released.', stands: isReleased }, parts, asked);
  }

  function undo(seen: Parameters<Handlers['review.undo']>[0], asked: AskedOf): Promise<Result<Outcome>> {
    const change = { name: 'undoReview', seen, idempotencyKey: newKey(), isKeyKept: false } as const;
    return makeChange({ ...change, notDone: 'Nothing was undone.', stands: isUndone }, parts, asked);
  }

  return {
    'review.claim': async (seen) => {
      const change = { name: 'claimDocument', seen, idempotencyKey: newKey(), isKeyKept: false } as const;
      const outcome = await makeChange(
        { ...change, notDone: 'It was not claimed.', stands: isClaimed },
        parts,
      );
      return withOutcome(outcome);
    },

    'review.release': async (seen) => {
      const asked = describeAsking(parts);
      const released = await release(seen, asked);
      const now = released.ok && released.value.kind === 'changed' ? released.value.document : undefined;
      // Its claim was renewed a moment ago by a call that was under way, so it is released once more.
      const isStillOwn = now !== undefined && now.claimedBy === asked.session.who?.id;
      return withOutcome(isStillOwn ? await release({ ...seen, version: now.version }, asked) : released);
    },

    'review.decide': async ({ decision, corrections, reason, intentKey, seconds, ...seen }) => {
      if (decision === 'reject' && reason === null) return noReason;
      const desk = work.desk();
      const asked = describeAsking(parts);
      const said = reason === null ? {} : { reason };
      // A rejected document is not corrected.
      const fitted = await fit(decision === 'approve' ? corrections : [], 'Nothing was decided.', asked);
      if ('ok' in fitted) return fitted;
      const made = fitted.corrections;
      const body =
        decision === 'approve'
          ? { decision, corrections: made, ...said }
          : { decision, corrections: [], reason: reason ?? '' };
      const outcome = await makeChange(
        {
          name: 'reviewDocument',
          seen,
          body,
          idempotencyKey: intentKey,
          isKeyKept: true,
          notDone: 'Nothing was decided.',
          stands: isDecided(decision, made),
        },
        parts,
        asked,
      );
      const done = { kind: decision, corrected: made.length > 0, seconds } as const;
      return withOutcome(desk.after(outcome, seen, { intentKey, done }));
    },

    'review.undo': async (seen) => {
      const desk = work.desk();
      const asked = describeAsking(parts);
      let outcome = await undo(seen, asked);
      for (let tries = 1; tries < mostTries && isOpinionHeld(outcome); tries += 1) {
        outcome = await undo({ ...seen, version: outcome.value.document.version }, asked);
      }
      return withOutcome(desk.afterUndo(outcome, seen));
    },

    'review.handOver': async ({ to, note, intentKey, ...seen }) => {
      const desk = work.desk();
      const outcome = await makeChange(
        {
          name: 'handOverDocument',
          seen,
          body: { to, ...(note !== null && { note }) },
          idempotencyKey: intentKey,
          isKeyKept: true,
          notDone: 'It was not handed over.',
          stands: isHandedOver(to),
        },
        parts,
      );
      const done = { kind: 'hand-over', corrected: false, seconds: null } as const;
      return withOutcome(desk.after(outcome, seen, { intentKey, done }));
    },

    'review.filing': async () => ok({ whyNot: await whyNoFiling(describeAsking(parts)) }),

    'review.refile': async ({ into, also, reason, intentKey, ...seen }) => {
      const desk = work.desk();
      const asked = describeAsking(parts);
      const why = await whyNoFiling(asked);
      if (why !== null) {
        const message = `${why} Nothing was filed. Reject the document with a reason instead.`;
        return ok({ outcome: { kind: 'refused', problem: 'not-offered', message } });
      }
      const outcome = await makeChange(
        {
          name: 'refileDocument',
          seen,
          body: {
            reason,
            into: into.map((one) => ({ ...one, parts: one.parts.map(withoutUndefined) })),
            also: [...also],
          },
          idempotencyKey: intentKey,
          isKeyKept: true,
          notDone: 'Nothing was filed.',
          stands: isFiled,
        },
        parts,
        asked,
      );
      // They are closed with it, so lists that are read later look at the items themselves.
      asked.doors.reader.changed(
        extraction,
        also.map(({ batchId, documentId }) =>
          buildPlace('Document', { tenantId: seen.tenantId, batchId, documentId }),
        ),
      );
      const done = { kind: 'file', corrected: false, seconds: null } as const;
      return withOutcome(desk.after(outcome, seen, { intentKey, done }));
    },

    'review.check': async ({ corrections, intentKey, seconds, ...seen }) => {
      const desk = work.desk();
      const asked = describeAsking(parts);
      const fitted = await fit(corrections, 'Nothing was recorded.', asked);
      if ('ok' in fitted) return fitted;
      const outcome = await makeChange(
        {
          name: 'checkDocument',
          seen,
          body: { corrections: fitted.corrections },
          idempotencyKey: intentKey,
          isKeyKept: true,
          notDone: 'Nothing was recorded.',
          stands: isChecked(fitted.corrections),
        },
        parts,
        asked,
      );
      const done = { kind: 'check', corrected: corrections.length > 0, seconds } as const;
      return withOutcome(desk.after(outcome, seen, { intentKey, done }));
    },
  };
}

/** Leaves out what the API that is asked does not know, or refuses where that would change what is stored. */
async function fit(
  corrections: readonly Correction[],
  notDone: string,
  { session, doors }: AskedOf,
): Promise<{ readonly corrections: Correction[] } | Result<{ outcome: Outcome }>> {
  const fitted = await fitCorrections(doors.pipeline, corrections, session.who?.id ?? '');
  if ('corrections' in fitted) return fitted;
  const message = `${fitted.whyNot} ${notDone} Take that change back, or reject the document.`;
  return ok({ outcome: { kind: 'refused', problem: 'not-offered', message } });
}

async function whyNoFiling({ doors, session: { who } }: AskedOf): Promise<string | null> {
  return who === null
    ? 'You are not identified on this connection. Sign in first.'
    : whyNotOffered(doors.pipeline, 'refileDocument', who.id);
}

type Part = Parameters<Handlers['review.refile']>[0]['into'][number]['parts'][number];

function withoutUndefined({ pages, ...part }: Part) {
  return { ...part, ...(pages !== undefined && { pages }) };
}

/**
 * Claims by others raise the version while the first of two opinions is held, but the opinion still belongs to the
 * person who gave it.
 */
function isOpinionHeld(outcome: Result<Outcome>): outcome is Changed {
  if (!outcome.ok || outcome.value.kind !== 'changed') return false;
  const { status, step, holdUntil } = outcome.value.document;
  return status === 'REVIEW_REQUIRED' && step === 'second' && holdUntil !== null;
}

type Changed = Result<Outcome> & { readonly ok: true; readonly value: Extract<Outcome, { kind: 'changed' }> };

const mostTries = 3;

function withOutcome(result: Result<Outcome>): Result<{ outcome: Outcome }> {
  return result.ok ? ok({ outcome: result.value }, result.receipt) : result;
}

const noReason = refused({
  code: 'invalid-input',
  message: 'Rejecting requires a reason. Nothing was decided. Enter one, then reject it again.',
  issues: [{ path: 'reason', problem: 'expected a reason' }],
});

/** Makes one call as the current person on the version that was seen, and finds its outcome. */
export async function makeChange<N extends ChangeName>(
  change: Change<N>,
  parts: ChangeParts,
  { session, doors }: AskedOf = describeAsking(parts),
): Promise<Result<Outcome>> {
  const { who } = session;
  const { seen, notDone, idempotencyKey } = change;
  if (who === null) {
    const message = `You are not identified on this connection. ${notDone} Sign in first.`;
    return refused({ code: 'sign-in-expired', message });
  }
  if (!maySeeTenant(who, seen.tenantId)) return outOfScope(seen.tenantId, notDone);

  const { tenantId, batchId, documentId, version } = seen;
  const asking: Asking = {
    change,
    personId: who.id,
    doors,
    session,
    facts: parts.facts,
    now: parts.now,
  };
  // Keys are built of all of them after the change, and then it would be too late to refuse.
  const unfit = (['tenantId', 'projectId', 'batchId', 'documentId'] as const).find(
    (name) => !isCallable(seen[name]),
  );
  if (unfit !== undefined) return refuseId(unfit, notDone);
  const document = buildPlace('Document', { tenantId, batchId, documentId });
  const places = [buildPlace('Batch', { tenantId, projectId: seen.projectId, batchId }), document] as const;
  const answer = await doors.pipeline.call(change.name, {
    personId: who.id,
    params: { tenantId, batchId, documentId },
    ...(change.body !== undefined && { body: change.body }),
    idempotencyKey,
    ifMatch: version,
  });
  const { result, item } = await findOutcome(answer, asking);
  // This also follows a refusal, because the document has changed since it was read.
  if (answer.kind !== 'not-sent') tellLists(asking, { places, item }, parts);
  return result;
}

function refuseId(path: string, notDone: string): Result<never> {
  return refused({
    code: 'invalid-input',
    message: `${notCallable}. ${notDone}`,
    issues: [{ path, problem: 'is an id that no key can hold' }],
  });
}

/**
 * This is read once by an action that awaits anything before its last call, so that each call goes to the same connection
 * as the first, with the same rights.
 */
function describeAsking({ session, doors }: Pick<ChangeParts, 'session' | 'doors'>): AskedOf {
  return { session: session(), doors: doors() };
}

type Places = readonly [batch: ReturnType<typeof buildPlace>, document: ReturnType<typeof buildPlace>];

/**
 * Updates lists, because an index may be behind the change: lists that are read later look at the item itself, and open
 * ones get it at once. `item` is the document in the API's answer, if it gave one.
 */
function tellLists(
  { doors, session }: Asking,
  { places, item }: { readonly places: Places; readonly item: Attributes | undefined },
  { seen, session: now }: Pick<ChangeParts, 'seen' | 'session'>,
): void {
  doors.reader.changed(extraction, places);
  const { id } = session.connection;
  // An answer that arrives after a reset of the sandbox is about documents that no longer exist.
  const isGone = id === sandboxConnectionId && now().sandboxResets !== session.sandboxResets;
  if (item === undefined || isGone) return;
  const stored = { ...places[1], entity: 'Document', attributes: item, bytes: 0 };
  const row = documentRow({ ...stored, catchingUp: false, expired: false });
  seen(id, { documents: [row], batches: [] });
}
