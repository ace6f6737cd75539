import * as fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nameItemsCollection, formatItemKey, readPartitionKey } from '#local/aws/dynamodb/past-items.ts';
import type { AttributeValue } from '#local/aws/dynamodb/values/attribute-value.ts';
import { pocketAws, type PocketAws } from '#local/aws/pocket-aws.ts';
import type { Entry, Past, Tell } from '#local/journal/told.ts';
import { drivenClock } from '#local/world/clock.ts';
import { aPast } from '#test/builders/a-past.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { anIndex, tableInput } from './a-table.ts';

type PastItem = Record<string, AttributeValue>;

const TableName = 'documents';
const owners = ['a', 'b', 'c', 'd'];
const states = ['QUEUED', 'FAILED', 'DONE'];
const minute = 60_000;
const s = (text: string): AttributeValue => ({ S: text });

it('are stored in a table like those added at once, whoever comes first', { timeout: 20_000 }, async () => {
  const owner = fc.constantFrom(...owners, 'new');
  const number = fc.constantFrom(0, 1, 2, 3);
  const state = fc.constantFrom(...states);
  const act = fc.oneof(
    fc.record({ kind: fc.constant('put' as const), owner, number, state }),
    fc.record({ kind: fc.constant('delete' as const), owner, number }),
    fc.record({ kind: fc.constant('query' as const), owner }),
    fc.record({ kind: fc.constant('ask index' as const), state }),
    fc.record({ kind: fc.constantFrom('reopen' as const, 'wait' as const, 'add index' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 14 }), async (acts) => {
      await compareWorlds([...acts, { kind: 'reopen' }, ...lastLooks]);
    }),
    { numRuns: 40 },
  );
});

it('stay when another item of their shelf expires before the shelf was read', async () => {
  const put = { kind: 'put', owner: 'd', number: 0, state: 'DONE' } as const;
  const query = { kind: 'query', owner: 'd' } as const;
  const again = { ...put, number: 2 } as const;
  await compareWorlds([put, { kind: 'reopen' }, { kind: 'wait' }, query, again, ...lastLooks]);
});

/** Expects the same answers of a world whose past comes in shelves as of one that is told it at once. */
async function compareWorlds(acts: readonly Act[]): Promise<void> {
  const [parts, whole] = [await aWorld(inShelves), await aWorld((tell) => tell)];
  for (const one of acts) {
    const answers = [];
    for (const world of [parts, whole]) answers.push(await world.act(one));
    expect(answers[0]).toEqual(answers[1]);
  }
  for (const world of [parts, whole]) world.end();
}

type Act =
  | { readonly kind: 'put'; readonly owner: string; readonly number: number; readonly state: string }
  | { readonly kind: 'delete'; readonly owner: string; readonly number: number }
  | { readonly kind: 'query'; readonly owner: string }
  | { readonly kind: 'ask index'; readonly state: string }
  | { readonly kind: 'reopen' | 'wait' | 'add index' };

const lastLooks: readonly Act[] = [
  ...states.map((state) => ({ kind: 'ask index', state }) as const),
  ...owners.map((owner) => ({ kind: 'query', owner }) as const),
];

async function aWorld(how: (tell: Tell) => Tell): Promise<{ act(one: Act): Promise<unknown>; end(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'told-in-shelves-'));
  const past: Past = aPast({ [nameItemsCollection(TableName)]: how(tellAll) });
  let now = startOfTime;
  const open = (): { aws: PocketAws; clock: ReturnType<typeof drivenClock> } => {
    const clock = drivenClock(now);
    return { clock, aws: pocketAws({ folder, past, clock }) };
  };
  let { aws, clock } = open();
  const call = (operation: string, input: object): Promise<unknown> =>
    aws.world.call('dynamodb', operation, { TableName, ...input });
  await call('CreateTable', tableInput({ indexes: [anIndex('byState', 'state PK')] }));
  const TimeToLiveSpecification = { Enabled: true, AttributeName: 'ttl' };
  await call('UpdateTimeToLive', { TimeToLiveSpecification });
  let hasSecond = false;
  return {
    async act(one) {
      switch (one.kind) {
        case 'put': {
          const Item = createItem(one.owner, one.number, one.state);
          return call('PutItem', { Item, ReturnValues: 'ALL_OLD' });
        }
        case 'delete': {
          const { PK, SK } = createItem(one.owner, one.number, '');
          return call('DeleteItem', { Key: { PK, SK }, ReturnValues: 'ALL_OLD' });
        }
        case 'query':
          return call('Query', {
            KeyConditionExpression: 'PK = :pk',
            ExpressionAttributeValues: { ':pk': s(one.owner) },
            ReturnConsumedCapacity: 'TOTAL',
          });
        case 'ask index':
          return call('Query', {
            IndexName: hasSecond ? 'second' : 'byState',
            KeyConditionExpression: '#state = :state',
            ExpressionAttributeNames: { '#state': 'state' },
            ExpressionAttributeValues: { ':state': s(one.state) },
          });
        case 'wait':
          return aws.advance(7 * minute);
        case 'reopen':
          now = clock.now();
          aws.close();
          ({ aws, clock } = open());
          return undefined;
        case 'add index':
          if (hasSecond) return undefined;
          hasSecond = true;
          await call('UpdateTable', {
            AttributeDefinitions: ['state', 'SK'].map((AttributeName) => ({
              AttributeName,
              AttributeType: 'S',
            })),
            GlobalSecondaryIndexUpdates: [{ Create: anIndex('second', 'state SK') }],
          });
          return undefined;
        default:
          return one satisfies never;
      }
    },
    end() {
      aws.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function tellAll(): Entry[] {
  return owners.flatMap((owner) =>
    [0, 1, 2].map((number): Entry => {
      const { state, ttl, ...item } = createItem(owner, number, states[number] ?? '');
      // Past items of d are in no index and do not expire.
      const more = owner === 'd' ? {} : { ...(state && { state }), ...(ttl && { ttl }) };
      return [formatItemKey(owner, `DOC#${number}`), { ...item, ...more }];
    }),
  );
}

/** Only items of c and d can expire. */
function createItem(owner: string, number: number, state: string): PastItem {
  const ttl = { N: String(startOfTime / 1_000 + number * 400) };
  return {
    PK: s(owner),
    SK: s(`DOC#${number}`),
    state: s(state),
    ...((owner === 'c' || owner === 'd') && { ttl }),
  };
}

/** Puts a and b on one shelf, and c and d on one each. */
function inShelves(all: Tell): Tell {
  const tell: Tell = () => all();
  const shelfOf = (key: string): string | undefined => {
    const partition = readPartitionKey(key);
    if (partition === 'a' || partition === 'b') return 'ab';
    return owners.includes(partition) ? partition : undefined;
  };
  const names = ['ab', 'c', 'd'];
  return Object.assign(tell, {
    shelves: {
      names: () => names,
      shelfOf,
      tell: (shelf: string | undefined) => [...tell()].filter(([key]) => shelfOf(key) === shelf),
      holding: (attribute: string) => (attribute === 'ttl' ? ['c'] : ['ab', 'c']),
      sizeOf: () => ({ entries: 3, bytes: 100 }),
    },
  });
}
