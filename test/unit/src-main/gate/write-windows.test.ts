import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { writingChoices } from '#shared/domain/sign-in-limits.ts';
import { contract, operationNames } from '#shared/contract/contract.ts';
import type { Operation } from '#shared/contract/define.ts';
import { openSession } from '#main/session/session-store.ts';
import { openWriteSessions } from '#main/session/write-sessions.ts';
import { writingHandlers } from '#main/features/session/writing-handlers.ts';
import { aConnection } from '#test/builders/a-connection.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { aMachineClock } from '#test/builders/a-machine-clock.ts';

const runs = 1_000;
const ids = ['local', 'staging', 'north', 'south', 'archive'] as const;
const names: Readonly<Record<string, string>> = { north: 'North', south: 'South', archive: 'Archive' };
const connections = [
  aConnection({ id: 'staging' }),
  aConnection({ id: 'north', name: 'North', environment: 'production' }),
  aConnection({ id: 'south', name: 'South', environment: 'production' }),
  aConnection({ id: 'archive', name: 'Archive', environment: 'production', readOnly: true }),
];
const anyTime = fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 40 * 60_000 }));

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ does: fc.constant('write'), at: fc.nat() }) },
    {
      weight: 3,
      arbitrary: fc.record({
        does: fc.constant('unlock'),
        /** Usually unlocks the open connection with its right name. */
        another: fc.option(fc.constantFrom(...ids), { freq: 3 }),
        minutes: fc.constantFrom(...writingChoices),
        mistyped: fc.option(fc.constant('another'), { freq: 3 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('open'), id: fc.constantFrom(...ids, 'north') }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('pass', 'sleep', 'set back'), ms: anyTime }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('lock') }) },
  ),
  { maxLength: 40, size: 'max' },
);

const operations: Readonly<Record<string, Operation>> = Object.fromEntries(
  Object.entries<Operation>(contract).map(([name, operation]) => [
    name,
    operation.writes ? { ...operation, input: z.strictObject({}), roles: 'everyone' } : operation,
  ]),
);
const writing = operationNames.filter((name) => contract[name].writes);

it(`allows no write to production outside an unlocked time, over ${runs} sequences of events`, async () => {
  let [written, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const clock = aMachineClock();
      const writes = openWriteSessions(clock);
      const session = openSession({
        version: '1',
        host: 'browser',
        processId: 'test',
        connections,
        connectionId: 'north',
        notices: [],
        writes,
      });
      const handlers = writingHandlers(session);
      const { gate, reached } = aGate({
        operations,
        handlers,
        connection: () => session.current().connection,
      });
      // The expected state follows from the steps alone: the open connection, and when it was unlocked, both
      // by the clock and by the running time.
      let open = 'north';
      let unlocked: { at: number; ran: number; ms: number } | null = null;

      for (const step of sequence) {
        if ('at' in step) {
          const operation = writing[step.at % writing.length] ?? 'plans.start';
          const before = reached.length;
          await gate.call(trusted, { operation, input: {} });
          const hasRun = reached.length > before;
          const isOpen: boolean =
            unlocked !== null &&
            clock.now() >= unlocked.at &&
            clock.now() < unlocked.at + unlocked.ms &&
            clock.running() < unlocked.ran + unlocked.ms;
          if (!isOpen) unlocked = null;
          const isProduction = names[open] !== undefined;
          expect(hasRun).toBe(!isProduction || isOpen);
          if (isProduction && hasRun) written += 1;
          if (!hasRun) refused += 1;
        } else if ('minutes' in step) {
          const { another, minutes, mistyped } = step;
          const id: string = another ?? open;
          const typed = mistyped ?? names[id] ?? id;
          const input = { connectionId: id, typed, minutes, reason: 'INC-1' };
          await gate.call(trusted, { operation: 'connections.unlock', input });
          if (id === open && mistyped === null && (id === 'north' || id === 'south')) {
            unlocked = { at: clock.now(), ran: clock.running(), ms: minutes * 60_000 };
          }
        } else if ('id' in step) {
          session.open(step.id);
          if (step.id !== open) unlocked = null;
          open = step.id;
        } else if ('ms' in step) {
          if (step.does === 'pass') clock.pass(step.ms);
          else if (step.does === 'sleep') clock.sleep(step.ms);
          else clock.setBack(step.ms);
        } else {
          await gate.call(trusted, { operation: 'connections.lock', input: {} });
          unlocked = null;
        }
      }
    }),
    { numRuns: runs },
  );
  expect(written).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(100);
});
