import { expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { aReadingWorld, valueOf } from '#test/builders/a-reading-world.ts';
import { anExplorer } from '#test/unit/src-main/features/explorer/an-explorer.ts';
import { exampleParams } from './sample-oracle.ts';

/**
 * The Explorer runs through the gate and over the real reader, and may make only these three calls to
 * DynamoDB.
 */
it('everything the Explorer does reaches DynamoDB only by GetItem, Query and BatchGetItem', async () => {
  const systems = Object.values(catalogue);
  const world = await aReadingWorld(...systems);
  const commands = new Set<string>();
  world.client.middlewareStack.add(
    (next, context) => (args) => {
      commands.add(context.commandName ?? 'a command without a name');
      return next(args);
    },
    { step: 'initialize' },
  );
  const explorer = anExplorer([], { systems, reader: () => world.reader });

  valueOf(await explorer.call('catalogue.read', {}));
  let revealed = 0;
  for (const system of systems) {
    for (const [pattern, declared] of Object.entries(system.patterns)) {
      const params = [exampleParams(system, declared)];
      const read = valueOf(
        await explorer.call('explorer.ask', { system: system.id, pattern, params, pageSize: 1 }),
      );
      if (read.cursor !== null) {
        const more = { system: system.id, pattern, params, cursor: read.cursor };
        expect(valueOf(await explorer.call('explorer.ask', more)).reading).toBe(read.reading);
      }
      const [item] = read.items;
      if (item === undefined) throw new Error(`${system.id}.${pattern} has no example`);
      const masked = Object.entries(item.attributes).find(
        ([, value]) => 'MASKED' in value && value.MASKED.revealable,
      );
      if (masked !== undefined) {
        valueOf(await explorer.call('explorer.reveal', { handle: item.handle, attribute: masked[0] }));
        revealed += 1;
      }
      const columns = Object.keys(item.attributes);
      const rows = { reading: read.reading, format: 'csv', columns, rows: [item.handle] };
      valueOf(await explorer.call('explorer.export', rows));
    }
    const [entity = ''] = Object.keys(system.entities);
    const refusal = { system: system.id, entity, by: ['colour'], question: 'Which of them are red?' };
    valueOf(await explorer.call('explorer.refuse', refusal));
  }
  valueOf(await explorer.call('explorer.refusals', {}));
  valueOf(await explorer.call('explorer.policy', { role: 'support', tenant: null }));

  expect(revealed).toBeGreaterThan(5);
  expect(commands).toEqual(new Set(['GetItemCommand', 'QueryCommand', 'BatchGetItemCommand']));
  const operations = new Set(world.sent.map(({ operation }) => operation));
  expect(operations).toEqual(new Set(['GetItem', 'Query', 'BatchGetItem']));
  for (const { input } of world.sent) {
    expect(Object.keys(input).filter((name) => /Filter|Statement|Select|Segment/.test(name))).toEqual([]);
  }
});
