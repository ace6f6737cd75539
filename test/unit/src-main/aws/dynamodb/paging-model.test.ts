import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { aReadingWorld, requestText, valueOf } from '#test/builders/a-reading-world.ts';
import { dynamoDbClient } from '#main/aws/dynamodb/dynamodb-client.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { aBook, inState, library, libraryTable, names } from './a-library.ts';

const books = fc.uniqueArray(
  fc.record({
    book: fc.integer({ min: 0, max: 999 }),
    state: fc.constantFrom('lent', 'back'),
    since: fc.integer({ min: 0, max: 12 }),
    bytes: fc.constantFrom(0, 0, 0, 200_000),
  }),
  { selector: ({ book }) => book, maxLength: 24 },
);

/** The order is by the key. Items with the same key may come in any order that stays the same. */
it('property: pages together are the whole list, each item once and in order, despite any failures', async () => {
  await fc.assert(
    fc.asyncProperty(
      books,
      fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined }),
      fc.constantFrom('byState', 'stuck'),
      fc.constantFrom(0, 0.25),
      fc.array(fc.boolean(), { maxLength: 12 }),
      async (shelf, pageSize, pattern, share, empties) => {
        const world = await aReadingWorld(library);
        for (const { book, state, since, bytes } of shelf) {
          const item = aBook(String(book), { ...inState(state, since), text: { S: 'x'.repeat(bytes) } });
          await world.put(libraryTable, item);
        }
        world.aws.world.faults.set([{ id: 'x', kind: 'throttle', share }]);
        const reader = world.openReader({ client: withEmptyPages(world, [...empties]) });

        const read: string[] = [];
        let rru = 0;
        let cursor: string | undefined;
        let calls = 0;
        do {
          const params = [{ state: 'lent', ...(pattern === 'stuck' && { olderThan: 8 }) }];
          const asked = await reader.ask({ system: library, pattern, params }, { pageSize, cursor });
          if (!asked.ok && asked.failure.code === 'throttled') continue;
          const page = valueOf(asked);
          read.push(...names(page));
          rru += page.receipt.rru;
          cursor = page.cursor ?? undefined;
          calls += 1;
        } while (cursor !== undefined && calls < 100);

        const sinceOf = new Map(shelf.map(({ book, since }) => [`BOOK#${book}`, since]));
        const model = shelf.filter(
          ({ state, since }) => state === 'lent' && (pattern !== 'stuck' || since < 8),
        );
        expect(read.toSorted()).toEqual(model.map(({ book }) => `BOOK#${book}`).toSorted());
        const order = read.map((name) => sinceOf.get(name) ?? -1);
        expect(order).toEqual(order.toSorted((a, b) => (pattern === 'stuck' ? a - b : b - a)));
        expect(rru).toBeGreaterThan(0);
        expect(calls).toBeLessThan(100);
      },
    ),
    { numRuns: 60 },
  );
});

it('an empty page is not the end, and many empty pages are not waited for', async () => {
  const world = await aReadingWorld(library);
  await world.put(libraryTable, aBook('1'));
  const question = { system: library, pattern: 'shelf', params: [{ shelf: 'a' }] };
  const some = world.openReader({ client: withEmptyPages(world, [true, true, false]) });
  expect(names(valueOf(await some.ask(question)))).toEqual(['BOOK#1']);
  const many = world.openReader({ client: withEmptyPages(world, new Array(11).fill(true)) });
  const first = valueOf(await many.ask(question));
  expect(first).toMatchObject({ items: [], receipt: { pages: 10, rru: 5 } });
  expect(names(valueOf(await many.ask(question, { cursor: first.cursor ?? '' })))).toEqual(['BOOK#1']);
});

/** DynamoDB may return no items and a place to continue from, which here is where the request began. */
function withEmptyPages({ aws }: Awaited<ReturnType<typeof aReadingWorld>>, empties: boolean[]) {
  const handler = requestHandler(aws.dispatch);
  return dynamoDbClient({
    requestHandler: {
      ...handler,
      handle(...[request, options]: Parameters<typeof handler.handle>) {
        const input = JSON.parse(requestText(request)) as Record<string, object>;
        const start = input['ExclusiveStartKey'] ?? beginning(input);
        if (empties.shift() !== true) {
          const { ExclusiveStartKey, ...rest } = input;
          const isOurs = JSON.stringify(ExclusiveStartKey) === JSON.stringify(beginning(input));
          const body = JSON.stringify(isOurs ? rest : input);
          return handler.handle({ ...request, body }, options);
        }
        const body = { Items: [], LastEvaluatedKey: start, ConsumedCapacity: { CapacityUnits: 0.5 } };
        return Promise.resolve({
          response: { statusCode: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) },
        });
      },
    },
    region: 'local',
    accountId: '0',
  });
}

/** Returns a key before every item that a test has put. */
function beginning(input: Record<string, object>): object {
  const isIndex = 'IndexName' in input;
  return { PK: { S: ' ' }, SK: { S: ' ' }, ...(isIndex && { state: { S: 'lent' }, since: { N: '-1' } }) };
}
