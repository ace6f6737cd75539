import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { contract, operationNames } from '#shared/contract/contract.ts';
import type { Operation } from '#shared/contract/define.ts';
import { failureSchema } from '#shared/contract/result.ts';
import type { Caller } from '#main/gate/gate.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';

const runs = 10_000;
const untrusted: Caller = { trusted: false, why: 'Not ours.' };

/**
 * Generates anything that a hostile page might send instead of JSON, including structured clones of cycles
 * and maps.
 */
const anything = fc.oneof(
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withNullPrototype: true,
  }),
  fc.jsonValue(),
  fc.constantFrom(
    NaN,
    Infinity,
    -0,
    Symbol('s'),
    () => 1,
    new Map([['a', 1]]),
    JSON.parse('{"__proto__":{"isAdmin":true}}'),
  ),
  fc.constant(cyclic()),
);

const nearMiss = fc
  .constantFrom(...operationNames)
  .chain((operation) =>
    fc
      .record({ extra: fc.string({ minLength: 1 }), value: fc.jsonValue() })
      .map(({ extra, value }) => ({ operation, input: { [extra]: value } })),
  );

const malformed = fc.oneof(
  fc.record({ operation: anything, input: anything }),
  fc.record({ operation: fc.constantFrom(...operationNames), input: anything }),
  fc.record({ operation: fc.constantFrom(...operationNames), input: anything, idempotencyKey: anything }),
  nearMiss,
);

it(`refuses ${runs} malformed calls without one reaching a handler`, async () => {
  let checked = 0;
  await fc.assert(
    fc.asyncProperty(malformed, async (request) => {
      fc.pre(!isSound(request));
      const { gate, reached } = aGate();
      const result = await gate.call(trusted, request);
      checked += 1;
      expect(result.ok).toBe(false);
      // The refusal itself has the published shape, so that a page can always show it.
      if (!result.ok) expect(failureSchema.safeParse(result.failure).success).toBe(true);
      expect(reached).toEqual([]);
    }),
    { numRuns: runs, seed: 20_261_120 },
  );
  expect(checked).toBeGreaterThanOrEqual(runs);
  // Ten thousand calls take long on a busy machine, and this test does not measure time.
}, 60_000);

it('refuses every operation to an untrusted caller, however valid the call', async () => {
  for (const operation of operationNames) {
    const { gate, reached } = aGate();
    await expect(gate.call(untrusted, { operation, input: {} })).resolves.toMatchObject({ ok: false });
    expect(gate.watch(untrusted, { operation, input: {} }, () => undefined)).toMatchObject({ ok: false });
    expect(reached).toEqual([]);
  }
});

/** A generated call may happen to be valid, which the contract's own schema decides. */
function isSound(request: { operation: unknown; input: unknown; idempotencyKey?: unknown }): boolean {
  const name = request.operation;
  if (typeof name !== 'string' || !Object.hasOwn(contract, name)) return false;
  const operation: Operation = contract[name as keyof typeof contract];
  return operation.kind !== 'watch' && operation.input.safeParse(request.input).success;
}

function cyclic(): unknown {
  const loop: Record<string, unknown> = {};
  loop['self'] = loop;
  return loop;
}
