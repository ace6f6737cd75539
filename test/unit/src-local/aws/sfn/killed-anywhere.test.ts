import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientsOver } from '#test/builders/aws-clients.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { pocketAws } from '#local/aws/pocket-aws.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import type { TaskHandler } from '#local/aws/sfn/task-handlers.ts';
import { drivenClock } from '#local/world/clock.ts';
import { aFunction, aMachine, describe, readHistory, inSequence, start } from './machines.ts';

/** Fails as often, and takes as long, as its input says. */
const handler: TaskHandler = async (input, context) => {
  const { fails, slow } = input as { fails: number; slow: number };
  await context.sleep(slow * 300);
  if (context.retryCount < fails) throw Object.assign(new Error('not yet'), { name: 'NotYet' });
  return { ok: true };
};

let named = 0;
const name = (): string => `S${(named += 1)}`;

/** Generates states that succeed in the end, whatever they consist of. */
const { state } = fc.letrec<{ state: object; flow: object }>((tie) => ({
  state: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant({ Type: 'Pass' }),
    fc.integer({ min: 0, max: 3 }).map((Seconds) => ({ Type: 'Wait', Seconds })),
    fc.record({ fails: fc.nat(2), slow: fc.nat(4) }).map((Parameters) => ({
      Type: 'Task',
      Resource: aFunction('work'),
      Parameters,
      ResultPath: null,
      Retry: [{ ErrorEquals: ['NotYet'], IntervalSeconds: 1, MaxAttempts: 2 }],
    })),
    fc.array(tie('flow'), { minLength: 1, maxLength: 3 }).map((Branches) => ({
      Type: 'Parallel',
      Branches,
      ResultPath: null,
    })),
    fc.tuple(tie('flow'), fc.nat(3)).map(([ItemProcessor, MaxConcurrency]) => ({
      Type: 'Map',
      ItemsPath: '$$.Execution.Input.items',
      MaxConcurrency,
      ItemProcessor,
      ResultPath: null,
    })),
  ),
  flow: fc
    .array(tie('state'), { minLength: 1, maxLength: 3 })
    .map((states) => inSequence(Object.fromEntries(states.map((each) => [name(), each])))),
}));

test('an execution that is killed anywhere comes to the same end by the same events', async () => {
  const flows = fc.array(state, { minLength: 1, maxLength: 3 });
  const lives = fc.array(fc.integer({ min: 0, max: 2_500 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(flows, lives, async (states, kills) => {
      const definition = inSequence(Object.fromEntries(states.map((each) => [name(), each])));
      const quiet = await lived(definition, []);
      const killed = await lived(definition, kills);
      expect(quiet.status).toBe('SUCCEEDED');
      expect(killed).toEqual(quiet);
    }),
    { numRuns: 25, seed: 7 },
  );
}, 60_000);

async function lived(definition: object, kills: number[]): Promise<{ status: unknown; types: unknown[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-sfn-'));
  let clock = drivenClock(startOfTime);
  const open = (): ReturnType<typeof pocketAws> =>
    pocketAws({ folder, clock, handlers: new Map([['work', handler]]) });
  let aws = open();
  const { sfn } = clientsOver({
    ...requestHandler((...request) => aws.dispatch(...request)),
  });
  try {
    const execution = await start(sfn, await aMachine(sfn, definition), { items: [1, 2, 3] });
    for (const life of kills) {
      await clock.advance(life);
      aws.close();
      clock = drivenClock(clock.now());
      aws = open();
    }
    await clock.advance(3_600_000);
    const { status } = await describe(sfn, execution);
    const events = await readHistory(sfn, execution);
    events.forEach(({ id, previousEventId = 0 }, index) => {
      expect(id).toBe(index + 1);
      expect(previousEventId).toBeLessThanOrEqual(index);
    });
    const types = events.map((event) => {
      const { name: at } = event.stateEnteredEventDetails ?? event.stateExitedEventDetails ?? {};
      return `${event.type} ${at ?? ''}`;
    });
    return { status, types: types.toSorted() };
  } finally {
    aws.close();
    rmSync(folder, { recursive: true });
  }
}
