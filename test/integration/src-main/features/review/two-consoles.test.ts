import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome, ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { approval, aReviewDesk, toSeen, type ReviewDesk } from './a-review-desk.ts';

/** Opens two consoles over one world, for Teo and Noor. Some tests add a third for Ines. */
async function twoConsoles() {
  const teo = await aReviewDesk();
  const noor = await aReviewDesk({ beside: teo, as: 'reviewer-2' });
  return { teo, noor, both: [teo, noor] as const };
}

const kindsOf = (outcomes: readonly Outcome[]): string[] => outcomes.map(({ kind }) => kind).toSorted();

async function oneThatWaits(desk: ReviewDesk): Promise<ReviewKey> {
  const [key] = await desk.waiting('northwind');
  if (key === undefined) throw new Error('Nothing waiting');
  return key;
}

/** Returns documents of all tenants that no one has started on. */
async function allThatWait(desk: ReviewDesk, many: number): Promise<ReviewKey[]> {
  const { rows } = valueOf(await desk.call('review.queue', { dueHours: 24, pageSize: 100 }));
  const free = rows.filter(
    ({ claimedBy, step, tenantId }) => !claimedBy && step === 'first' && tenantId !== 'quill',
  );
  expect(free.length).toBeGreaterThanOrEqual(many);
  return free
    .slice(0, many)
    .map(({ tenantId, projectId, batchId, documentId }) => ({ tenantId, projectId, batchId, documentId }));
}

/** Some of the documents break a rule, which takes a reason. */
const reason = 'It stands on the page like this';

const aField = ({ fields }: ReviewDocument): string => fields.find(({ value }) => value !== null)?.name ?? '';

async function readPassport(desk: ReviewDesk, { tenantId, documentId }: ReviewKey): Promise<string[]> {
  const read = await desk.doors().reader.run('extraction.documentHistory', { tenantId, documentId });
  return valueOf(read).items.map(({ attributes: { what } }) =>
    what !== undefined && 'S' in what ? what.S : '',
  );
}

const timesOf = (passport: readonly string[], wanted: string): number =>
  passport.filter((what) => what === wanted).length;

describe('two people race for one document through two consoles', { timeout: 90_000 }, () => {
  it('one claim succeeds; the other shows the holder and the expiry, and succeeds after it', async () => {
    const { teo, noor, both } = await twoConsoles();
    const key = await oneThatWaits(teo);
    const seen = toSeen(await teo.read(key));
    const outcomes = await Promise.all(both.map((desk) => desk.act('claim', seen)));
    expect(kindsOf(outcomes)).toEqual(['done', 'held']);
    const isTeos = outcomes[0]?.kind === 'done';
    const [winner, loser] = isTeos ? [teo, noor] : [noor, teo];
    const held = outcomes.find(({ kind }) => kind === 'held');
    expect(held).toMatchObject({ by: isTeos ? 'reviewer' : 'reviewer-2' });
    expect(await loser.act('decide', approval(await loser.read(key), 'too-early-1'))).toEqual(held);

    await teo.world.sandbox.advance(600_000);
    const taken = await loser.act('claim', toSeen(await loser.read(key)));
    expect(taken.kind).toBe('done');
    // A reviewer whose claim has expired learns that from a decision as from a claim, and cannot release
    // another person's claim.
    const late = await winner.act('decide', approval(await winner.read(key), 'too-late-1'));
    expect(late).toMatchObject({ kind: 'held', by: isTeos ? 'reviewer-2' : 'reviewer' });
    await winner.act('release', toSeen(await winner.read(key)));
    expect((await loser.read(key)).claimedBy).toBe(isTeos ? 'reviewer-2' : 'reviewer');
    expect(timesOf(await readPassport(teo, key), 'claimed')).toBe(2);
  });

  it('one decision is made; the other console shows the winner’s values, and only the winner can undo it', async () => {
    const { teo, noor, both } = await twoConsoles();
    const key = await oneThatWaits(teo);
    const document = await teo.read(key);
    const field = aField(document);
    const outcomes = await Promise.all(
      both.map((desk, place) =>
        desk.act('decide', {
          ...approval(document, `intent-of-console-${place}`),
          corrections: [{ field, value: `of console ${place}` }],
        }),
      ),
    );
    expect(kindsOf(outcomes)).toEqual(['changed', 'done']);
    const place = outcomes.findIndex(({ kind }) => kind === 'done');
    const [winner, loser] = place === 0 ? [teo, noor] : [noor, teo];
    const lost = outcomes[1 - place];
    if (lost?.kind !== 'changed') throw new Error('Both consoles succeeded');
    expect(lost.document).toMatchObject({ status: 'SUCCEEDED', whyNot: null });
    expect(lost.document.fields.find(({ name }) => name === field)?.value).toBe(`of console ${place}`);
    expect(await loser.act('undo', toSeen(lost.document))).toMatchObject({ problem: 'not-your-review' });
    expect(await winner.act('undo', toSeen(lost.document))).toMatchObject({ kind: 'done' });
    expect((await loser.read(key)).fields).toEqual(document.fields);
    const passport = await readPassport(teo, key);
    expect([timesOf(passport, 'approved'), timesOf(passport, 'undone')]).toEqual([1, 1]);
    expect(valueOf(await loser.call('review.desk', {})).today).toMatchObject({ approved: 0, undone: 0 });
    expect(valueOf(await winner.call('review.desk', {})).today).toMatchObject({ approved: 1, undone: 1 });
  });

  it('forty documents that both decide at once are each decided once, and both counts add up', async () => {
    const { teo, both } = await twoConsoles();
    const keys = await allThatWait(teo, 40);
    const documents = await Promise.all(keys.map((key) => teo.read(key)));
    const outcomes = await Promise.all(
      documents.flatMap((document) =>
        both.map((desk, place) =>
          desk.act('decide', { ...approval(document, `${document.documentId}-${place}`), reason }),
        ),
      ),
    );
    expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(keys.length);
    expect(outcomes.filter(({ kind }) => kind === 'changed')).toHaveLength(keys.length);
    const counts = await Promise.all(
      both.map(async (desk) => valueOf(await desk.call('review.desk', {})).today.approved),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(keys.length);
    for (const key of keys) expect(timesOf(await readPassport(teo, key), 'approved')).toBe(1);
  });
});

describe('under four eyes', { timeout: 120_000 }, () => {
  async function blindly() {
    const { teo, noor, both } = await twoConsoles();
    const key = await oneThatWaits(teo);
    await teo.tamper('batch', key, { secondReview: { S: 'blind' } });
    const document = await teo.read(key);
    return { teo, noor, both, key, document, field: aField(document) };
  }

  it('two who decide at once give one opinion, and the slower one gives theirs unseen', async () => {
    const { teo, noor, both, document, field, key } = await blindly();
    const corrections = (place: number) => [{ field, value: `secret of console ${place}` }];
    const outcomes = await Promise.all(
      both.map((desk, place) =>
        desk.act('decide', { ...approval(document, `intent-${place}-a`), corrections: corrections(place) }),
      ),
    );
    expect(kindsOf(outcomes)).toEqual(['changed', 'done']);
    const place = outcomes.findIndex(({ kind }) => kind === 'done');
    const [first, second] = place === 0 ? [teo, noor] : [noor, teo];
    expect(JSON.stringify([outcomes[1 - place], second.seen])).not.toContain('secret of console');
    const now = await second.read(key);
    expect(now).toMatchObject({ step: 'second', fields: document.fields, whyNot: null });
    const own = { ...approval(now, 'intent-of-second'), corrections: corrections(1 - place) };
    expect(await second.act('decide', own)).toMatchObject({ kind: 'done', step: 'third', differs: [field] });
    for (const desk of [first, second]) {
      const third = await desk.read(key);
      expect(third.whyNot).toContain('A third reviewer decides');
      expect(await desk.act('claim', toSeen(third))).toMatchObject({ problem: 'not-twice-by-you' });
      expect(await desk.act('decide', approval(third, 'once-more-1'))).toMatchObject({ kind: 'refused' });
    }
  });

  it('the first undoes theirs in time, even if another person has claimed it meanwhile', async () => {
    const { teo, noor, document, key } = await blindly();
    const given = await teo.act('decide', approval(document, 'intent-of-teo'));
    if (given.kind !== 'done') throw new Error(`It is ${given.kind}`);
    const seen = { ...toSeen(document), version: given.version };
    expect(await noor.act('claim', seen)).toMatchObject({ kind: 'done', step: 'second' });
    expect(await teo.act('undo', seen)).toMatchObject({ kind: 'done', status: 'REVIEW_REQUIRED' });
    expect(await noor.read(key)).toMatchObject({ step: 'first', claimedBy: 'reviewer-2', whyNot: null });
    // A second undo is refused, and so is one by a person to whom it does not belong.
    expect(await noor.act('undo', seen)).toMatchObject({ kind: 'changed' });
    expect(await teo.act('undo', toSeen(await teo.read(key)))).toMatchObject({ problem: 'not-your-review' });
  });

  it('a decision that was sent before a crash is recognised, whatever version it is requested for again', async () => {
    const { teo, noor, document, key, field } = await blindly();
    const corrections = [{ field, value: 'as Teo reads it' }];
    const intent = { ...approval(document, 'intent-of-teo'), corrections };
    expect((await teo.act('decide', intent)).kind).toBe('done');
    const again = async () => teo.act('decide', { ...intent, version: (await teo.read(key)).version });
    expect(await again()).toMatchObject({ kind: 'done', step: 'second' });
    await noor.act('claim', toSeen(await noor.read(key)));
    expect(await again()).toMatchObject({ kind: 'done', step: 'second' });
    const agreed = { ...approval(await noor.read(key), 'intent-of-noor'), corrections };
    expect(await noor.act('decide', agreed)).toMatchObject({ kind: 'done', status: 'SUCCEEDED' });
    expect(await again()).toMatchObject({ kind: 'done' });
    expect(timesOf(await readPassport(teo, key), 'first opinion')).toBe(1);
    expect(valueOf(await teo.call('review.desk', {})).today.approved).toBe(1);
    // Undoing an agreement keeps the first opinion and returns the document to its second step.
    const undone = await noor.act('undo', toSeen(await noor.read(key)));
    expect(undone).toMatchObject({ kind: 'done', status: 'REVIEW_REQUIRED', step: 'second' });
  });

  it('whatever three do in whatever order, no one decides twice and no one sees an opinion before two have decided', async () => {
    const { teo, noor } = await twoConsoles();
    const ines = await aReviewDesk({ beside: teo, as: 'admin' });
    const desks = [teo, noor, ines] as const;
    const keys = await allThatWait(teo, 24);
    for (const key of keys) await teo.tamper('batch', key, { secondReview: { S: 'blind' } });
    const step = fc.record({
      who: fc.nat(2),
      does: fc.constantFrom('claim', 'release', 'undo', 'decide', 'decide', 'decide'),
      says: fc.constantFrom('as read', 'one value', 'another', 'reject'),
      isStale: fc.boolean(),
    });
    let world = -1;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        world += 1;
        const key = keys[world % keys.length];
        if (key === undefined) return;
        for (const [index, { who, does, says, isStale }] of steps.entries()) {
          const desk = desks[who] ?? teo;
          const before = await desk.read(key);
          if (before.status !== 'REVIEW_REQUIRED') break;
          const seen = { ...toSeen(before), version: before.version - (isStale ? 1 : 0) };
          const intent = { ...approval(before, `intent-${world}-${index}-${who}`), ...seen };
          const corrections =
            says === 'as read' ? [] : [{ field: aField(before), value: `secret ${says} ${world}` }];
          const outcome =
            does === 'decide'
              ? await desk.act(
                  'decide',
                  says === 'reject'
                    ? { ...intent, decision: 'reject', reason: `secret reason ${world}` }
                    : { ...intent, corrections, reason },
                )
              : await desk.act(does as 'claim', seen);
          const now = await desk.read(key);
          if (now.step !== 'third' && now.status === 'REVIEW_REQUIRED') {
            expect(JSON.stringify([outcome, now, desks.map((one) => one.seen)])).not.toContain('secret');
          }
          if (now.step === 'third') {
            expect(new Set(now.opinions.map(({ by }) => by)).size).toBe(2);
            const gave = now.opinions.some(({ by }) => by === ['reviewer', 'reviewer-2', 'admin'][who]);
            expect(now.whyNot === null).toBe(!gave);
          }
        }
      }),
      { numRuns: 24 },
    );
  });
});
