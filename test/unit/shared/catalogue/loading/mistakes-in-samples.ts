import type { Mistake } from './mistakes-in-words.ts';

/** Each of these samples would be refused by its table. */
export const mistakesInSamples: readonly Mistake[] = [
  {
    change: 'samples.books',
    to: [],
    value: 'a list of 0',
    problem: /^are of no table of this system; expected main or readers$/,
  },
  {
    change: 'samples.main.0.SK',
    to: undefined,
    path: 'samples.main[0].SK',
    value: 'nothing',
    problem: /^is a key of the table; expected a text$/,
  },
  {
    change: 'samples.main.0.SK',
    to: 'OTHER',
    path: 'samples.main[0]',
    value: 'an object',
    problem: /^has a key that no entity has/,
  },
  {
    change: 'samples.main.1',
    to: { PK: 'BRANCH#north', SK: 'METADATA' },
    path: 'samples.main[1]',
    value: 'an object',
    problem: /^has the key of item 0 and would replace it/,
  },
  {
    change: 'samples.main.0.city',
    to: 2 ** 60,
    path: 'samples.main[0].city',
    value: 'a number',
    problem: /^is a number that loses digits in JSON/,
  },
  {
    change: 'samples.main.0.city',
    to: { $: { N: 'x' } },
    path: 'samples.main[0].city.$.N',
    value: 'a text, 1 long',
    problem: /^is not a number; expected its digits as text/,
  },
  ...[1, true, '', { $: { S: 'BRANCH#north#STATUS#out' } }].map((to) => ({
    change: 'samples.main.1.GSI1PK',
    to,
    path: 'samples.main[1].GSI1PK',
    value: /./,
    problem: /^is a key of an index; expected a text$/,
  })),
  ...['soon', '', {}, { $: { N: '1763650000000' } }].map((to) => ({
    change: 'samples.main.1.dueAt',
    to,
    path: 'samples.main[1].dueAt',
    value: /./,
    problem: /^is a key of an index; expected a number$/,
  })),
  ...[1e-300, { $: { N: '1e999' } }, { $: { L: [{ N: '1'.repeat(39) }] } }].map((to) => ({
    change: 'samples.main.0.city',
    to,
    path: 'samples.main[0].city',
    value: /./,
    problem: /^has a number that DynamoDB does not keep; expected up to 38 digits/,
  })),
  ...[{ $: { SS: ['a', 'a'] } }, { $: { NS: ['1', '1.0'] } }, [{ $: { BS: ['YQ==', 'YQ=='] } }]].map(
    (to) => ({
      change: 'samples.main.0.city',
      to,
      path: 'samples.main[0].city',
      value: /./,
      problem: /^has a set with a value twice/,
    }),
  ),
];
