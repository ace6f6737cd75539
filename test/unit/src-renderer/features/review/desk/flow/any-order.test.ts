import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answering, aReviewWorld, failing, unheard, type Call, type ReviewWorld } from './a-review-world.ts';

const total = 'total';
const countOf = (texts: readonly string[], text: string) => texts.filter((one) => one === text).length;

type Step =
  | { readonly does: 'type'; readonly value: string }
  | { readonly does: 'accept' | 'decide' | 'reject' | 'undo' | 'next' | 'ask' | 'link up' | 'keep mine' }
  | { readonly does: 'wait'; readonly ms: number }
  | { readonly does: 'open' | 'other'; readonly document: number }
  | { readonly does: 'answer'; readonly how: 'applied unheard' | 'lost' | 'failed' | 'held' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constant('type' as const), value: fc.stringMatching(/^[1-9]{3}\.00$/) }),
  fc.record({
    does: fc.constantFrom(
      ...(['accept', 'decide', 'decide', 'decide', 'reject', 'undo', 'next', 'ask'] as const),
      ...(['link up', 'keep mine'] as const),
    ),
  }),
  fc.record({ does: fc.constant('wait' as const), ms: fc.constantFrom(0, 10, 260, 900, 4_000, 12_000) }),
  fc.record({
    does: fc.constantFrom('open' as const, 'other' as const),
    document: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    does: fc.constant('answer' as const),
    how: fc.constantFrom(...(['applied unheard', 'lost', 'failed', 'held'] as const)),
  }),
);

/** Records the user's actions that the desk accepted, and therefore has to complete. */
interface Seen {
  readonly typed: Map<string, string>;
  readonly presses: string[];
}

async function take(world: ReviewWorld, one: Step, seen: Seen): Promise<void> {
  const { flow } = world;
  const open = world.open();
  switch (one.does) {
    case 'type':
      flow.edit(total, { kind: 'value', value: one.value });
      if (open !== undefined && flow.read().whyNot === null && flow.read().open?.document) {
        seen.typed.set(open, one.value);
      }
      return;
    case 'accept':
      return world.acceptAll();
    case 'decide':
    case 'reject': {
      const before = flow.read().sent.length + (flow.read().nothingLeft ? 1 : 0);
      if (one.does === 'decide') flow.decide();
      else flow.reject('No');
      if (open !== undefined && (world.open() !== open || flow.read().sent.length > before)) {
        seen.presses.push(open);
      }
      return;
    }
    case 'undo':
      flow.undo();
      return;
    case 'next':
      return flow.takeNext();
    case 'ask':
      return flow.askAgain();
    case 'link up':
      return flow.linkUp();
    case 'keep mine':
      return flow.keepMine(flow.read().open?.edits ?? {});
    case 'wait':
      return world.clock.advance(one.ms);
    case 'open':
      return flow.go(world.keyOf(one.document));
    case 'other': {
      // Another user changes the document, unless it is already decided.
      const id = `d-${one.document}`;
      const fields = world.get(id).fields.map((field) => ({ ...field, confidence: 0.5 }));
      if (world.get(id).status === 'REVIEW_REQUIRED') world.put(id, { fields });
      return;
    }
    case 'answer':
      world.next('decide', () => {
        if (one.how === 'applied unheard') return 'then unheard';
        if (one.how === 'lost') return unheard();
        if (one.how === 'held') return answering({ kind: 'held', by: 'noor', until: null });
        return failing({ code: 'sign-in-expired', message: 'The sign-in is over.' });
      });
      return;
  }
}

/** Plays any actions with any answers at any time, and then waits for a long while. */
async function play(
  steps: readonly Step[],
  delays: readonly number[],
): Promise<ReviewWorld & { seen: Seen }> {
  let turn = 0;
  const world = aReviewWorld({
    delay: (name) => (name === 'read' ? 0 : (delays[(turn += 1) % delays.length] ?? 0)),
  });
  const seen: Seen = { typed: new Map(), presses: [] };
  await world.start();
  for (const one of steps) {
    await take(world, one, seen);
    expect(world.flow.read().ahead.length).toBeLessThanOrEqual(3);
    expect(world.flow.read().sent.filter(({ phase }) => phase === 'final').length).toBeLessThanOrEqual(1);
  }
  world.flow.leave();
  await world.clock.advance(60_000);
  return { ...world, seen };
}

const anyPlay = [
  fc.array(step, { minLength: 3, maxLength: 24 }),
  fc.array(fc.constantFrom(0, 20, 300, 2_500), { minLength: 3, maxLength: 9 }),
] as const;

describe('actions in any order', () => {
  it('never send a document under more keys than it was decided', async () => {
    await fc.assert(
      fc.asyncProperty(...anyPlay, async (steps, delays) => {
        const { named, seen } = await play(steps, delays);
        const keys = new Map<string, Set<unknown>>();
        for (const { document, input } of named('decide')) {
          keys.set(document, (keys.get(document) ?? new Set()).add(input['intentKey']));
        }
        for (const [document, used] of keys) {
          expect(used.size).toBeLessThanOrEqual(countOf(seen.presses, document));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('never decide a document twice without taking it back in between', async () => {
    await fc.assert(
      fc.asyncProperty(...anyPlay, async (steps, delays) => {
        const { applied, named } = await play(steps, delays);
        for (const document of new Set(applied)) {
          expect(countOf(applied, document)).toBeLessThanOrEqual(1 + named('undo', document).length);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('never release a decided document', async () => {
    await fc.assert(
      fc.asyncProperty(...anyPlay, async (steps, delays) => {
        const { calls } = await play(steps, delays);
        const last = new Map<string, Call['name']>();
        for (const { name, document } of calls) {
          if (name === 'release') expect(last.get(document)).toBe('claim');
          if (name === 'claim' || name === 'decide') last.set(document, name);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('never lose an edit: it is decided, or it is saved', async () => {
    await fc.assert(
      fc.asyncProperty(...anyPlay, async (steps, delays) => {
        const { seen, kept, get, named } = await play(steps, delays);
        for (const [document, value] of seen.typed) {
          const isSent = named('decide', document).some(({ input }) =>
            JSON.stringify(input['corrections']).includes(value),
          );
          const isDecided =
            get(document).status !== 'REVIEW_REQUIRED' && (isSent || rejected(named, document));
          const draft = kept.get(document)?.edits[total];
          expect(isDecided || (draft?.kind === 'value' && draft.value === value)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});

function rejected(named: ReviewWorld['named'], document: string): boolean {
  return named('decide', document).some(({ input }) => input['decision'] === 'reject');
}
