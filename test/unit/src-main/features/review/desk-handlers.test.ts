import { describe, expect, it, vi } from 'vitest';
import { deskHandlers } from '#main/features/review/desk-handlers.ts';
import type { DeskStore } from '#main/features/review/desk-store.ts';
import type { Draft } from '#shared/contract/review-document.ts';
import type { Session } from '#shared/contract/session.ts';
import { aSession } from '#test/builders/a-session.ts';

const key = { tenantId: 'northwind', projectId: 'p', batchId: 'b', documentId: 'd' };
const draft: Draft = {
  key,
  fileName: 'invoice.pdf',
  version: 3,
  edits: { total: { kind: 'value', value: '12.50' } },
  comment: '',
  intentKey: 'intent',
  sent: null,
  savedAt: '2026-01-05T09:00:00.000Z',
};
const context = { reference: 'r', role: null, host: 'browser' } as const;
const signIn = { aws: { state: 'not-yet' }, pipeline: { state: 'in-progress' } } as const;
const today: ReturnType<DeskStore['today']> = {
  approved: 0,
  rejected: 0,
  corrected: 0,
  checked: 0,
  handedOver: 0,
  undone: 0,
  medianSeconds: null,
  of: 0,
};

function listHandlers(session: Session, saved?: Draft) {
  const saveDraft = vi.fn<DeskStore['saveDraft']>();
  const desk = {
    drafts: () => [draft],
    draft: () => saved,
    postponed: () => [],
    decisions: () => [],
    today: () => today,
    saveDraft,
  } as Partial<DeskStore>;
  const work = { isDone: () => false };
  const handlers = deskHandlers({
    desk: desk as DeskStore,
    work,
    session: () => session,
    log: { warn() {} },
  });
  return { handlers, saveDraft };
}

describe('the review page of a connection whose API has not named the person', () => {
  it('shows no draft, and stores none without a name', async () => {
    const { handlers, saveDraft } = listHandlers(aSession({ who: null, signIn }));
    expect(await handlers['review.desk']({}, context)).toMatchObject({ ok: true, value: { drafts: [] } });
    const kept = await handlers['review.saveDraft']({ key, draft }, context);
    expect(kept).toMatchObject({ ok: false, failure: { code: 'not-signed-in' } });
    expect(saveDraft).not.toHaveBeenCalled();
  });

  it('is unchanged without an API', async () => {
    const noApi = { ...signIn, pipeline: { state: 'no-api' } } as const;
    const { handlers, saveDraft } = listHandlers(aSession({ who: null, signIn: noApi }));
    expect(await handlers['review.desk']({}, context)).toMatchObject({
      ok: true,
      value: { drafts: [draft] },
    });
    expect(await handlers['review.saveDraft']({ key, draft }, context)).toMatchObject({ ok: true });
    expect(saveDraft).toHaveBeenCalledOnce();
  });
});

describe('a draft that arrives after a later one', () => {
  const seconds = (after: number): string =>
    new Date(Date.parse(draft.savedAt) + after * 1_000).toISOString();

  it.each([
    ['a moment ago is left out', { savedAt: seconds(0.3) }, 0],
    ['in the same moment is saved', {}, 1],
    ['earlier is saved', { savedAt: seconds(-1) }, 1],
    ['an hour later is saved, because the clock was set back', { savedAt: seconds(3_600) }, 1],
    ['of another decision is saved', { savedAt: seconds(0.3), intentKey: 'another' }, 1],
  ] as const)('%s', async (_, saved, times) => {
    const noApi = aSession({ who: null, signIn: { ...signIn, pipeline: { state: 'no-api' } } });
    const { handlers, saveDraft } = listHandlers(noApi, { ...draft, ...saved });
    expect(await handlers['review.saveDraft']({ key, draft }, context)).toMatchObject({ ok: true });
    expect(saveDraft).toHaveBeenCalledTimes(times);
  });
});

describe('a draft or a postponement that arrives after its person has left', () => {
  const who = { id: 'teo', name: 'Teo', role: 'reviewer', tenants: '*' } as const;
  const typedBy = { connectionId: aSession({}).connection.id, personId: 'teo' };

  function leave(next: Partial<Session>) {
    let session = aSession({ who });
    const saved: string[] = [];
    const deskOf = (name: string): DeskStore =>
      ({
        drafts: () => [],
        postponed: () => [],
        decisions: () => [],
        today: () => today,
        draft: () => undefined,
        saveDraft: () => void saved.push(name),
        postpone: () => void saved.push(name),
        asNow: () => deskOf(session.who?.id ?? 'none'),
      }) as Partial<DeskStore> as DeskStore;
    const handlers = deskHandlers({
      desk: deskOf('the open desk'),
      work: { isDone: () => false },
      session: () => session,
      log: { warn() {} },
    });
    void handlers['review.desk']({}, context);
    session = aSession({ ...session, ...next });
    return { handlers, saved };
  }

  it.each([
    ['their sign-in has expired', { who: null, signIn }],
    ['another person has signed in', { who: { ...who, id: 'noor' } }],
    ['a person without the role has signed in', { who: { ...who, id: 'sam', role: 'support' } }],
    ['another connection is open', { connection: { ...aSession({}).connection, id: 'production' } }],
  ] as const)('is saved in their name when %s', async (_, next) => {
    const { handlers, saved } = leave(next);
    expect(await handlers['review.saveDraft']({ key, draft, typedBy }, context)).toMatchObject({ ok: true });
    expect(saved).toEqual(['teo']);
  });

  it('is postponed in their list, and not in the list of the person who is here now', async () => {
    const { handlers, saved } = leave({ who: { ...who, id: 'noor' } });
    const until = '2026-01-05T10:00:00.000Z';
    await handlers['review.postpone']({ ...key, fileName: null, until, typedBy }, context);
    await handlers['review.postpone']({ ...key, fileName: null, until }, context);
    expect(saved).toEqual(['teo', 'the open desk']);
  });

  it('is no way for another role to keep a draft', async () => {
    const { handlers, saved } = leave({ who: { ...who, id: 'sam', role: 'support' } });
    expect(await handlers['review.saveDraft']({ key, draft }, context)).toMatchObject({
      ok: false,
      failure: { code: 'role-required' },
    });
    expect(saved).toEqual([]);
  });

  it('is refused where that person never worked here', async () => {
    const { handlers, saved } = leave({ who: null, signIn });
    const sent = { key, draft, typedBy: { ...typedBy, personId: 'unknown' } };
    expect(await handlers['review.saveDraft'](sent, context)).toMatchObject({ ok: false });
    expect(saved).toEqual([]);
  });
});
