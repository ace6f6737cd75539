import assert from 'node:assert/strict';
import { DescribeTimeToLiveCommand, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import type { Assertion, Clients, Tools } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { N, S, aTable, type Table } from './a-table.ts';
import { pages } from './pages.ts';

const day = 86_400_000;

export const timeToLive: readonly Assertion[] = [
  {
    id: 'dynamodb.ttl.off-at-first',
    says: 'Time to live is DISABLED until it is turned on.',
    doc: pages.timeToLive,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      assert.equal((await describe(aws, table))?.TimeToLiveStatus, 'DISABLED');
    },
  },
  {
    id: 'dynamodb.ttl.turn-on',
    says: 'Turned on, time to live names its attribute.',
    doc: pages.api('UpdateTimeToLive'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await turn(aws, table, true);
      const on = await tools.eventually(
        () => describe(aws, table),
        (found) => found?.TimeToLiveStatus === 'ENABLED',
      );
      assert.deepEqual(on, { TimeToLiveStatus: 'ENABLED', AttributeName: 'expires' });
    },
  },
  {
    id: 'dynamodb.ttl.turn-on-twice',
    says: 'Turning on what is on is refused, and so is turning off what is off.',
    doc: pages.api('UpdateTimeToLive'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await refuses(turn(aws, table, false), 'ValidationException');
      await turn(aws, table, true);
      await refuses(turn(aws, table, true), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.ttl.missing-table',
    says: 'Time to live of a table that is not there gives ResourceNotFoundException.',
    doc: pages.api('UpdateTimeToLive'),
    async run(aws, tools) {
      const table = { name: tools.name('nowhere') };
      await refuses(turn(aws, table, true), 'ResourceNotFoundException');
      await refuses(describe(aws, table), 'ResourceNotFoundException');
    },
  },
  {
    id: 'dynamodb.ttl.sweep',
    says: 'An item whose time has come is deleted within two days, one that has time stays.',
    doc: pages.timeToLive,
    needs: 'clock',
    async run(aws, tools) {
      const table = await withTimeToLive(aws, tools);
      const seconds = Math.floor(tools.now() / 1_000);
      await table.put({ pk: S('soon'), expires: N(seconds + 60) });
      await table.put({ pk: S('later'), expires: N(seconds + 30 * 86_400) });
      await table.put({ pk: S('never') });
      await tools.pass(2 * day + 120_000);
      assert.equal(await table.item({ pk: S('soon') }), undefined);
      assert.ok(await table.item({ pk: S('later') }), 'one has time');
      assert.ok(await table.item({ pk: S('never') }), 'one has no end');
    },
  },
  {
    id: 'dynamodb.ttl.not-a-number',
    says: 'An item whose attribute is no number of seconds never expires.',
    doc: pages.timeToLive,
    needs: 'clock',
    async run(aws, tools) {
      const table = await withTimeToLive(aws, tools);
      const seconds = Math.floor(tools.now() / 1_000);
      await table.put({ pk: S('text'), expires: S(String(seconds + 60)) });
      await tools.pass(3 * day);
      assert.ok(await table.item({ pk: S('text') }), 'it stays');
    },
  },
  {
    id: 'dynamodb.ttl.five-years',
    says: 'A time more than five years ago does not count.',
    doc: pages.timeToLive,
    needs: 'clock',
    async run(aws, tools) {
      const table = await withTimeToLive(aws, tools);
      const seconds = Math.floor(tools.now() / 1_000);
      await table.put({ pk: S('old'), expires: N(seconds - 6 * 365 * 86_400) });
      await table.put({ pk: S('recent'), expires: N(seconds - 365 * 86_400) });
      await tools.pass(3 * day);
      assert.ok(await table.item({ pk: S('old') }), 'it stays');
      assert.equal(await table.item({ pk: S('recent') }), undefined);
    },
  },
  {
    id: 'dynamodb.ttl.leaves-indexes',
    says: 'An item that expires leaves its indexes too.',
    doc: pages.timeToLive,
    needs: 'clock',
    async run(aws, tools) {
      const table = await withTimeToLive(aws, tools);
      const expires = N(Math.floor(tools.now() / 1_000) + 60);
      await table.put({ pk: S('soon'), team: S('red'), expires });
      await tools.pass(3 * day);
      const { Count } = await table.query({
        IndexName: 'byTeam',
        KeyConditionExpression: 'team = :red',
        ExpressionAttributeValues: { ':red': S('red') },
      });
      assert.equal(Count, 0);
    },
  },
];

async function withTimeToLive(aws: Clients, tools: Tools): Promise<Table> {
  const table = await aTable(aws, tools, { indexes: { byTeam: { partition: 'team' } } });
  await turn(aws, table, true);
  await tools.pass(3_600_000);
  return table;
}

function turn(aws: Clients, { name }: { name: string }, Enabled: boolean) {
  const TimeToLiveSpecification = { AttributeName: 'expires', Enabled };
  return aws.dynamodb.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification }));
}

async function describe(aws: Clients, { name }: { name: string }) {
  const answer = await aws.dynamodb.send(new DescribeTimeToLiveCommand({ TableName: name }));
  return answer.TimeToLiveDescription;
}
