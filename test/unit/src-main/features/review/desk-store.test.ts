import { existsSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDeskStore, type DeskStore } from '#main/features/review/desk-store.ts';
import { deskWork } from '#main/features/review/desk-handlers.ts';
import type { Draft } from '#shared/contract/review-document.ts';
import { ok } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';

const start = new Date(2026, 0, 5, 9).getTime();
const day = 24 * 3_600_000;
const teo = { id: 'reviewer', name: 'Teo', role: 'reviewer' as const, tenants: '*' as const };
const noor = { ...teo, id: 'reviewer-2', name: 'Noor' };

const keyOf = (documentId: string) => ({ tenantId: 't', projectId: 'p', batchId: 'b', documentId });

function aDraft(documentId: string, at = start, change: Partial<Draft> = {}): Draft {
  return {
    key: keyOf(documentId),
    fileName: 'invoice.pdf',
    version: 3,
    edits: { total: { kind: 'value', value: '12.50' } },
    comment: '',
    intentKey: `intent-${documentId}`,
    sent: null,
    savedAt: new Date(at).toISOString(),
    ...change,
  };
}

function aStore({ home = aHome(), replace }: { home?: string; replace?: () => void } = {}) {
  let now = start;
  let session: Session = aSession({ who: teo });
  const listeners: ((session: Session) => void)[] = [];
  const warned: string[] = [];
  const open = (): DeskStore =>
    openDeskStore({
      home,
      session: () => session,
      onSession: (listener) => listeners.push(listener),
      log: { warn: (_fields, message) => void warned.push(message) },
      now: () => now,
      ...(replace !== undefined && { replace }),
    });
  return {
    home,
    warned,
    open,
    desk: open(),
    pass: (ms: number) => void (now += ms),
    be: (change: Partial<Session>): void => {
      session = { ...session, ...change };
      for (const listener of listeners) listener(session);
    },
  };
}

const filesIn = (home: string): string[] =>
  readdirSync(join(home, 'review'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const names = (desk: DeskStore): string[] => desk.drafts().map(({ key }) => key.documentId);

describe('drafts', () => {
  it('are stored for each connection and person, the newest first, private to them', () => {
    const { desk, open, be, home } = aStore();
    desk.saveDraft(keyOf('a'), aDraft('a', start));
    desk.saveDraft(keyOf('b'), aDraft('b', start + 1));
    desk.saveDraft(keyOf('a'), aDraft('a', start + 2));
    expect(names(desk)).toEqual(['a', 'b']);
    expect(names(open())).toEqual(['a', 'b']);
    be({ who: { ...teo, id: 'Reviewer' } });
    expect(names(desk)).toEqual([]);
    desk.saveDraft(keyOf('a'), aDraft('a'));
    be({ who: teo, connection: aConnectionSummary({ id: '../../etc' }) });
    desk.saveDraft(keyOf('../../passwd'), aDraft('../../passwd', start, { intentKey: 'intent-one' }));
    expect(names(desk)).toEqual(['../../passwd']);
    const files = filesIn(home);
    expect(files).toHaveLength(4);
    if (process.platform !== 'win32') {
      expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600, 0o600, 0o600]);
      expect(statSync(join(home, 'review')).mode & 0o777).toBe(0o700);
    }
  });

  it('are dropped one by one, and after fourteen days', () => {
    const { desk, pass, home } = aStore();
    desk.saveDraft(keyOf('a'), aDraft('a'));
    desk.saveDraft(keyOf('b'), aDraft('b', start + day));
    desk.saveDraft(keyOf('c'), aDraft('c', start + day));
    desk.saveDraft(keyOf('b'), null);
    desk.saveDraft(keyOf('never there'), null);
    expect(names(desk)).toEqual(['c', 'a']);
    pass(14 * day + 1);
    expect(names(desk)).toEqual(['c']);
    expect(filesIn(home)).toHaveLength(1);
  });

  it('are at most two hundred; the oldest makes room, which is logged', () => {
    const { desk, warned } = aStore();
    for (let index = 0; index < 203; index += 1) {
      desk.saveDraft(keyOf(`d${index}`), aDraft(`d${index}`, start + index));
    }
    expect(names(desk)).toHaveLength(200);
    expect(names(desk)).not.toContain('d2');
    expect(warned).toEqual(Array.from({ length: 3 }, () => 'a draft was dropped: there are too many'));
  });

  it('of two consoles are seen by both', () => {
    const { desk, open } = aStore();
    const other = open();
    desk.saveDraft(keyOf('a'), aDraft('a'));
    other.saveDraft(keyOf('b'), aDraft('b', start + 1));
    expect(names(desk)).toEqual(['b', 'a']);
    other.saveDraft(keyOf('a'), null);
    expect(names(desk)).toEqual(['b']);
  });

  it('property: a broken file hides no other, is reported once, and can be written again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant('{"key":')), (text) => {
        const { desk, home, warned } = aStore();
        desk.saveDraft(keyOf('a'), aDraft('a'));
        desk.saveDraft(keyOf('b'), aDraft('b'));
        const file = filesIn(home).find((one) => readFileSync(one, 'utf8').includes('"a"')) ?? '';
        writeFileSync(file, text);
        expect([...names(desk), ...names(desk)]).toEqual(['b', 'b']);
        expect(warned).toEqual(['a file of the home folder could not be read and was set aside']);
        desk.saveDraft(keyOf('a'), aDraft('a', start + 1));
        expect(names(desk)).toEqual(['a', 'b']);
      }),
      { numRuns: 30 },
    );
  });

  it('under another’s name are ignored; a killed console’s temporary files are deleted', () => {
    const { desk, home, pass } = aStore();
    desk.saveDraft(keyOf('a'), aDraft('a'));
    desk.saveDraft(keyOf('b'), aDraft('b'));
    const [one = '', two = ''] = filesIn(home);
    writeFileSync(one, readFileSync(two));
    expect(desk.drafts()).toHaveLength(1);
    const half = `${two}.4711.new`;
    writeFileSync(half, '{"key":{"tena');
    utimesSync(half, start / 1_000, start / 1_000);
    expect(desk.drafts()).toHaveLength(1);
    expect(existsSync(half)).toBe(true);
    pass(60_001);
    desk.drafts();
    expect(existsSync(half)).toBe(false);
  });

  it('that cannot be written are refused, and stay as they were', () => {
    const { desk, open, home } = aStore();
    desk.saveDraft(keyOf('a'), aDraft('a'));
    const full = aStore({
      home,
      replace() {
        throw new Error('ENOSPC');
      },
    }).desk;
    expect(() => full.saveDraft(keyOf('a'), aDraft('a', start + 1))).toThrow('ENOSPC');
    expect(open().drafts()).toEqual([aDraft('a')]);
  });
});

describe('documents that are set aside', () => {
  it('come back at their time, or when requested', () => {
    const { desk, open, pass } = aStore();
    const until = (minutes: number): string => new Date(start + minutes * 60_000).toISOString();
    desk.postpone(keyOf('a'), 'a.pdf', until(60));
    open().postpone(keyOf('b'), null, until(30));
    desk.postpone(keyOf('a'), 'a.pdf', until(90));
    expect(desk.postponed()).toMatchObject([{ key: { documentId: 'b' } }, { until: until(90) }]);
    pass(30 * 60_000);
    expect(desk.postponed()).toMatchObject([{ key: { documentId: 'a' }, fileName: 'a.pdf' }]);
    desk.postpone(keyOf('a'), null, null);
    expect(desk.postponed()).toEqual([]);
  });

  it('are forgotten if their file is broken, and start over', () => {
    const { desk, home } = aStore();
    const until = new Date(start + 1).toISOString();
    desk.postpone(keyOf('a'), null, until);
    const [file = ''] = filesIn(home);
    writeFileSync(file, JSON.stringify([7, { key: {} }, { key: keyOf('b'), fileName: null, until }]));
    expect(desk.postponed()).toMatchObject([{ key: { documentId: 'b' } }]);
    writeFileSync(file, '[{"key"');
    expect(desk.postponed()).toEqual([]);
    desk.postpone(keyOf('c'), null, until);
    expect(desk.postponed()).toHaveLength(1);
  });
});

describe('today’s work', () => {
  const approve = (seconds: number, corrected = false) => ({ kind: 'approve' as const, corrected, seconds });

  it('is counted, also after a start; the median needs ten decisions that stand', () => {
    const { desk, open } = aStore();
    desk.note(approve(4));
    desk.note(approve(10, true));
    expect(desk.today()).toMatchObject({ approved: 2, corrected: 1, medianSeconds: null, of: 2 });
    open().note({ kind: 'reject', corrected: false, seconds: 7 });
    desk.note({ kind: 'check', corrected: true, seconds: 300 });
    desk.note({ kind: 'hand-over', corrected: false, seconds: null });
    desk.note({ kind: 'undo', corrected: false, seconds: null });
    expect(open().today()).toEqual({
      approved: 2,
      rejected: 1,
      corrected: 1,
      checked: 1,
      handedOver: 1,
      undone: 1,
      medianSeconds: null,
      of: 2,
    });
    for (const seconds of [5, 6, 7, 8, 9, 9, 9]) desk.note(approve(seconds));
    expect(desk.today()).toMatchObject({ medianSeconds: null, of: 9 });
    desk.note(approve(8));
    expect(desk.today()).toMatchObject({ medianSeconds: 8, of: 10 });
  });

  it('starts over with the day, and earlier days are deleted', () => {
    const { desk, pass, home } = aStore();
    desk.note(approve(4));
    pass(day);
    expect(desk.today().approved).toBe(0);
    desk.note(approve(4));
    expect(filesIn(home).map((file) => basename(file))).toEqual([
      'done-2026-01-06.jsonl',
      'done-2026-01-06.length',
    ]);
  });

  it('survives a line that a kill has cut off', () => {
    const { desk, home } = aStore();
    desk.note(approve(4));
    const file = filesIn(home).find((one) => one.endsWith('.jsonl')) ?? '';
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n{"kind":"appr`);
    desk.note(approve(6));
    expect(desk.today().approved).toBe(2);
  });
});

describe('a sandbox that is reset', () => {
  it('loses its own drafts, and nothing of other connections', () => {
    const { desk, be } = aStore();
    desk.saveDraft(keyOf('a'), aDraft('a'));
    desk.note({ kind: 'approve', corrected: false, seconds: 1 });
    be({ connection: aConnectionSummary({ id: 'staging' }) });
    desk.saveDraft(keyOf('b'), aDraft('b'));
    be({ sandboxResets: 1 });
    expect(names(desk)).toEqual(['b']);
    be({ connection: aConnectionSummary({ id: 'local' }) });
    expect([names(desk), desk.today().approved]).toEqual([[], 0]);
    desk.saveDraft(keyOf('c'), aDraft('c'));
    be({ who: teo });
    expect(names(desk)).toEqual(['c']);
  });
});

describe('the effects of a decision on the page', () => {
  const done = ok({
    kind: 'done' as const,
    version: 4,
    status: 'SUCCEEDED' as const,
    step: 'first' as const,
    claimExpiresAt: null,
    holdUntil: null,
    differs: [],
  });
  const approved = { kind: 'approve' as const, corrected: false, seconds: 4 };

  it('happen once, however often the same intent is answered; only a done decision ends a draft', () => {
    const { desk, warned } = aStore();
    const work = deskWork(desk, { warn: (_fields, message) => void warned.push(message) }, () => start);
    const own = work.desk();
    desk.saveDraft(keyOf('a'), aDraft('a'));
    const what = { intentKey: 'intent-a', done: approved };
    own.after(ok({ kind: 'held', by: 'x', until: '' }), keyOf('a'), what);
    own.after(ok({ kind: 'unclear', message: '' }), keyOf('a'), what);
    expect([names(desk), desk.today().approved]).toEqual([['a'], 0]);
    own.after(done, keyOf('a'), what);
    work.desk().after(done, keyOf('a'), what);
    expect([names(desk), desk.today().approved]).toEqual([[], 1]);
    expect([work.isDone(keyOf('a'), 'intent-a'), work.isDone(keyOf('b'), 'intent-a')]).toEqual([true, false]);
    own.afterUndo(done, keyOf('a'));
    expect(work.isDone(keyOf('a'), 'intent-a')).toBe(false);
  });

  it('belong to the person who decided, even if another one is there when the answer comes', () => {
    const { desk, be } = aStore();
    const work = deskWork(desk, { warn() {} }, () => start);
    desk.saveDraft(keyOf('a'), aDraft('a'));
    const ofTeo = work.desk();
    be({ who: noor });
    desk.saveDraft(keyOf('a'), aDraft('a', start, { intentKey: 'intent-of-noor' }));
    ofTeo.after(done, keyOf('a'), { intentKey: 'intent-a', done: approved });
    expect([names(desk), desk.today().approved]).toEqual([['a'], 0]);
    be({ who: teo });
    expect([names(desk), desk.today().approved]).toEqual([[], 1]);
  });

  it('are logged as failed if the disk is full, and do not change the decision', () => {
    const { desk } = aStore();
    const warned: string[] = [];
    const broken: DeskStore = {
      ...desk,
      note() {
        throw new Error('ENOSPC');
      },
      asNow: () => broken,
    };
    const work = deskWork(broken, { warn: (_fields, message) => void warned.push(message) }, () => start);
    expect(work.desk().after(done, keyOf('a'), { intentKey: 'intent-a', done: approved })).toBe(done);
    expect(warned).toEqual(['the desk could not be kept up to date']);
  });
});
