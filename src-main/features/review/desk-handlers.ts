import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Draft, Outcome, ReviewKey, TypedBy } from '#shared/contract/review-document.ts';
import type { Session } from '#shared/contract/session.ts';
import type { Role } from '#shared/contract/define.ts';
import { mayReview, maySeeTenant } from '#shared/permissions.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { Log } from '../../log/open-log.ts';
import { getScope } from '../../session/session-store.ts';
import { hashIds } from './desk-drafts.ts';
import type { DeskStore, DoneNow } from './desk-store.ts';

type Names = 'review.desk' | 'review.saveDraft' | 'review.postpone';

interface Parts {
  readonly desk: DeskStore;
  readonly work: Pick<DeskWork, 'isDone'>;
  readonly session: () => Session;
  readonly log: Pick<Log, 'warn'>;
}

/** Serves what one person keeps on this machine, limited to tenants that they may still see. */
export function deskHandlers({ desk, work, session, log }: Parts): Pick<Handlers, Names> {
  const mine = ({ key }: { readonly key: ReviewKey }): boolean =>
    maySeeTenant(getScope(session()), key.tenantId);
  const remembered = new Map<string, Remembered>();

  /**
   * Remembers who worked on a connection: what they typed is still saved in their name, and for them alone, when their
   * sign-in has ended or another connection is open by the time it arrives.
   */
  function remember(): void {
    const { connection, who } = session();
    if (who === null) return;
    const typedBy = { connectionId: connection.id, personId: who.id };
    remembered.set(nameOfPerson(typedBy), { desk: desk.asNow(), scope: getScope(session()) });
  }

  function kept(
    key: ReviewKey,
    what: string,
    keep: (desk: DeskStore) => void,
    typedBy?: TypedBy,
  ): Result<Record<string, never>> {
    const { connection, who } = session();
    remember();
    const hasLeft =
      typedBy !== undefined &&
      nameOfPerson(typedBy) !== nameOfPerson({ connectionId: connection.id, personId: who?.id ?? '' });
    const left = hasLeft ? remembered.get(nameOfPerson(typedBy)) : undefined;
    const isUnknown = hasLeft ? left === undefined : who === null && !mine({ key });
    if (isUnknown) return refused(createNoPersonFailure(what));
    if (!hasLeft && who !== null && !mayReview(who)) return refused(createRoleFailure(what, who.role));
    if (!maySeeTenant(left?.scope ?? getScope(session()), key.tenantId)) {
      return outOfScope(key.tenantId, `${what} was not saved.`);
    }
    try {
      keep(left?.desk ?? desk);
      return ok({});
    } catch (error) {
      log.warn({ err: error }, 'the desk was not kept');
      const message = `${what} was not saved on this computer: the disk did not accept it. Free up space, then continue. Your changes stay on screen.`;
      return refused({ code: 'storage-failed', message, file: 'review' });
    }
  }

  return {
    'review.desk': () => {
      remember();
      return ok({
        drafts: desk.drafts().filter(mine),
        postponed: desk
          .postponed()
          .filter(mine)
          .map((one) => ({ ...one })),
        decisions: desk.decisions().filter(mine),
        today: desk.today(),
      });
    },

    'review.saveDraft': ({ key, draft, typedBy }) => {
      if (draft !== null && !isSame(key, draft.key)) return otherDocument;
      // The draft was typed before the decision was made, and saved after it.
      if (draft !== null && work.isDone(key, draft.intentKey)) return ok({});
      const save = (of: DeskStore): void => {
        if (!isOvertaken(draft, of.draft(key))) of.saveDraft(key, draft);
      };
      return kept(key, 'Your draft', save, typedBy);
    },

    'review.postpone': ({ fileName, until, typedBy, ...key }) =>
      kept(key, 'Setting it aside', (of) => of.postpone(key, fileName, until), typedBy),
  };
}

/**
 * A page that ends sends what was typed last without waiting for the write before it, which may then arrive after it. A
 * longer time between them is a clock that was set back.
 */
function isOvertaken(draft: Draft | null, saved: Draft | undefined): boolean {
  if (draft === null || saved?.intentKey !== draft.intentKey) return false;
  const olderByMs = Date.parse(saved.savedAt) - Date.parse(draft.savedAt);
  return olderByMs > 0 && olderByMs < longestWayMs;
}

const longestWayMs = 10_000;

function isSame(one: ReviewKey, other: ReviewKey): boolean {
  return (
    one.tenantId === other.tenantId &&
    one.projectId === other.projectId &&
    one.batchId === other.batchId &&
    one.documentId === other.documentId
  );
}

function nameOfPerson({ connectionId, personId }: TypedBy): string {
  return JSON.stringify([connectionId, personId]);
}

interface Remembered {
  readonly desk: DeskStore;
  readonly scope: ReturnType<typeof getScope>;
}

/** Refuses to store, because each person has a desk of their own and this person is unknown. */
function createNoPersonFailure(what: string) {
  const message = `${what} was not saved on this computer: you are no longer signed in to the pipeline API. Sign in, then continue. Your changes stay on screen.`;
  return { code: 'not-signed-in', message } as const;
}

function createRoleFailure(what: string, role: Role) {
  const message = `${what} was not saved: your role is ${role}, and drafts are for reviewers and administrators.`;
  return { code: 'role-required', message, role, allowed: ['reviewer', 'admin'] as Role[] } as const;
}

const otherDocument = refused({
  code: 'invalid-input',
  message: 'This draft belongs to another document. It was not saved.',
  issues: [{ path: 'draft.key', problem: 'is of another document' }],
});

/** Updates a desk after an action. None of it can undo the action, so a full disk is only logged. */
export interface DeskWork {
  /** Returns the current person's desk, because another person may be signed in when the answer comes. */
  desk(): DeskAfterwards;
  /** Tells whether a draft of this intent has become a decision, so that a late save does not bring it back. */
  isDone(key: ReviewKey, intentKey: string): boolean;
}

interface DeskAfterwards {
  /** Drops the draft that became a decision, and counts the decision once. */
  after(
    outcome: Result<Outcome>,
    key: ReviewKey,
    what: { readonly intentKey: string; readonly done: DoneNow },
  ): Result<Outcome>;
  afterUndo(outcome: Result<Outcome>, key: ReviewKey): Result<Outcome>;
}

const mostKept = 1_000;

export function deskWork(store: DeskStore, log: Pick<Log, 'warn'>, now: () => number): DeskWork {
  /** Maps each document to the intent that was carried out. */
  const finished = new Map<string, string>();

  function attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      log.warn({ err: error }, 'the desk could not be kept up to date');
    }
  }

  const afterwards = (desk: DeskStore): DeskAfterwards => ({
    after(outcome, key, { intentKey, done }) {
      if (!outcome.ok || outcome.value.kind !== 'done') return outcome;
      const isFirst = finished.get(nameOfKey(key)) !== intentKey;
      finished.delete(nameOfKey(key));
      finished.set(nameOfKey(key), intentKey);
      for (const oldest of finished.keys()) {
        if (finished.size <= mostKept) break;
        finished.delete(oldest);
      }
      const { version, holdUntil } = outcome.value;
      const decision = {
        key: pickKey(key),
        kind: done.kind,
        at: new Date(now()).toISOString(),
        version,
        holdUntil,
      };
      attempt(() => {
        if (!isFirst || decision.kind === 'undo') return;
        const fileName = desk.draft(key)?.fileName ?? null;
        desk.keepDecision(key, { ...decision, kind: decision.kind, fileName });
      });
      attempt(() => desk.saveDraft(key, null));
      attempt(() => desk.postpone(key, null, null));
      if (isFirst) attempt(() => desk.note(done));
      return outcome;
    },
    afterUndo(outcome, key) {
      if (!outcome.ok || outcome.value.kind !== 'done') return outcome;
      finished.delete(nameOfKey(key));
      attempt(() => desk.keepDecision(key, null));
      attempt(() => desk.note({ kind: 'undo', corrected: false, seconds: null }));
      return outcome;
    },
  });

  return {
    desk: () => afterwards(store.asNow()),
    isDone: (key, intentKey) => finished.get(nameOfKey(key)) === intentKey,
  };
}

function pickKey({ tenantId, projectId, batchId, documentId }: ReviewKey): ReviewKey {
  return { tenantId, projectId, batchId, documentId };
}

function nameOfKey({ tenantId, projectId, batchId, documentId }: ReviewKey): string {
  return hashIds(tenantId, projectId, batchId, documentId);
}
