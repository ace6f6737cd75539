import type { ReviewKey } from '#shared/contract/review/document.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { maySeeTenant } from '#shared/domain/tenant-scope.ts';
import { outOfScope } from '../../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../../contract/handlers.ts';
import type { Log } from '../../../log/open-log.ts';
import { scopeOf } from '../../../session/session-store.ts';
import type { DeskStore } from './desk-store.ts';
import type { DeskWork } from './desk-work.ts';

type Names = 'review.desk' | 'review.saveDraft' | 'review.postpone';

interface Parts {
  readonly desk: DeskStore;
  readonly work: Pick<DeskWork, 'isDone'>;
  readonly session: () => Session;
  readonly log: Pick<Log, 'warn'>;
}

/** What one person keeps on this machine, of the tenants that they may still see. */
export function deskHandlers({ desk, work, session, log }: Parts): Pick<Handlers, Names> {
  const mine = ({ key }: { readonly key: ReviewKey }): boolean =>
    maySeeTenant(scopeOf(session()), key.tenantId);

  function kept(key: ReviewKey, what: string, keep: () => void): Result<Record<string, never>> {
    if (session().who === null && !mine({ key })) return refused(ofNobody(what));
    if (!mine({ key })) return outOfScope(key.tenantId, `${what} was not kept.`);
    try {
      keep();
      return ok({});
    } catch (error) {
      log.warn({ err: error }, 'the desk was not kept');
      const message = `${what} was not kept on this machine: its disk did not take it. Make room, then go on; what is on the screen stays.`;
      return refused({ code: 'storage-failed', message, file: 'review' });
    }
  }

  return {
    'review.desk': () =>
      ok({
        drafts: desk.drafts().filter(mine),
        postponed: desk
          .postponed()
          .filter(mine)
          .map((one) => ({ ...one })),
        today: desk.today(),
      }),

    'review.saveDraft': ({ key, draft }) => {
      if (draft !== null && !isSame(key, draft.key)) return otherDocument;
      // It was typed before the decision was there, and saved after.
      if (draft !== null && work.isDone(key, draft.intentKey)) return ok({});
      return kept(key, 'What you typed', () => desk.saveDraft(key, draft));
    },

    'review.postpone': ({ fileName, until, ...key }) =>
      kept(key, 'That it is set aside', () => desk.postpone(key, fileName, until)),
  };
}

function isSame(one: ReviewKey, other: ReviewKey): boolean {
  return (
    one.tenantId === other.tenantId &&
    one.projectId === other.projectId &&
    one.batchId === other.batchId &&
    one.documentId === other.documentId
  );
}

/** Each person has a desk of their own; what nobody has written would be on whose? */
function ofNobody(what: string) {
  const message = `${what} was not kept on this machine: the pipeline API does not say any more who you are. Sign in to it, then go on; what is on the screen stays.`;
  return { code: 'not-signed-in', message } as const;
}

const otherDocument = refused({
  code: 'invalid-input',
  message: 'This draft is of another document. It was not kept.',
  issues: [{ path: 'draft.key', problem: 'is of another document' }],
});
