import * as fc from 'fast-check';

/** Lists what may happen to a queue. Delays, timeouts and waits are similar, so that many fall due together. */
export type Step =
  | { readonly do: 'send'; readonly delay: number; readonly group: string }
  | { readonly do: 'receive'; readonly limit: number; readonly timeout: number; readonly dead: boolean }
  | { readonly do: 'delete'; readonly back: number }
  | { readonly do: 'hide'; readonly back: number; readonly timeout: number }
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'retain'; readonly seconds: number }
  | { readonly do: 'restart' };

const seconds = fc.nat(12);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      delay: fc.oneof(fc.constant(0), seconds),
      group: fc.constantFrom('a', 'b'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('receive' as const),
      limit: fc.integer({ min: 1, max: 10 }),
      timeout: seconds,
      dead: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('delete' as const), back: fc.nat(6) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('hide' as const), back: fc.nat(6), timeout: seconds }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('retain' as const), seconds: fc.integer({ min: 60, max: 90 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
);

export const steps = fc.array(step, { minLength: 1, maxLength: 80, size: 'max' });
