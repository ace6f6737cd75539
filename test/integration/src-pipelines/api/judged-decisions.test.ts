import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { fromItem, toItem } from '#pipelines/plain-items.ts';
import { anApi, type Api } from '#test/builders/an-api.ts';
import { plantBatch } from '#test/builders/extraction-items.ts';
import { ada, ben, cleo, fourEyes } from './reviewers.ts';

/** Reads what is kept about decisions, by the reviewer who decided. */
async function judged(api: Api, tenantId: string) {
  const { Items = [] } = await api.parts.clients.dynamodb.send(
    new QueryCommand({
      TableName: api.parts.names.extraction.table,
      KeyConditionExpression: 'PK = :pk',
      ExpressionAttributeValues: toItem({ ':pk': `TENANT#${tenantId}#JUDGED` }),
    }),
  );
  return Items.map(fromItem).map(({ SK, how, judgedBy, isRight, wrong, isTakenBack }) => ({
    by: (SK as string).split('#')[0],
    how,
    judgedBy,
    isRight,
    wrong,
    ...(isTakenBack === true && { isTakenBack }),
  }));
}

it('a second person checks what a reviewer approved, once it cannot be taken back, and never their own', async () => {
  const api = await anApi();
  const { at } = await plantBatch(api, [{}]);
  const params = at(0);
  const approved = { decision: 'approve', corrections: [] };
  await api.call('reviewDocument', { as: ada, params, ifMatch: 3, body: approved });
  const check = (as: typeof ada, corrections: readonly object[] = []) =>
    api.call('checkDocument', { as, params, ifMatch: 4, body: { corrections } });
  expect((await check(ben)).body.code).toBe('not-accepted-unseen');
  await api.advance(11);
  expect((await check(ada)).body.code).toBe('not-twice-by-you');
  const found = await check(ben, [{ field: 'total', value: '12.00' }]);
  expect(found.body.document).toMatchObject({ checkedBy: 'ben', reviewedBy: 'ada', status: 'SUCCEEDED' });
  expect(await judged(api, params.tenantId)).toEqual([
    { by: 'ada', how: 'quality check', judgedBy: 'ben', isRight: false, wrong: 1 },
  ]);
  const again = await api.call('checkDocument', { as: cleo, params, ifMatch: 5, body: { corrections: [] } });
  expect(again.body.code).toBe('already-checked');
});

it('two who agree find each other right, and a decision that is taken back judges no one', async () => {
  const api = await anApi();
  const { approve, ask, planted } = await fourEyes(api);
  await approve(ada, 3);
  expect(await judged(api, planted.at(0).tenantId)).toEqual([]);
  await approve(ben, 4);
  const both = [
    { by: 'ada', how: 'same decision', judgedBy: 'ben', isRight: true, wrong: 0 },
    { by: 'ben', how: 'same decision', judgedBy: 'ada', isRight: true, wrong: 0 },
  ];
  expect(await judged(api, planted.at(0).tenantId)).toEqual(both);
  await ask('undoReview', ben, 5);
  const left = await judged(api, planted.at(0).tenantId);
  expect(left.map(({ by, isTakenBack }) => [by, isTakenBack])).toEqual([
    ['ada', true],
    ['ben', true],
  ]);
});

it('a third person judges both opinions by what they decide', async () => {
  const api = await anApi();
  const { approve, planted } = await fourEyes(api);
  await approve(ada, 3);
  await approve(ben, 4, [{ field: 'total', value: '12.00' }]);
  await approve(cleo, 5, [{ field: 'total', value: '12.00' }]);
  expect(await judged(api, planted.at(0).tenantId)).toEqual([
    { by: 'ada', how: 'third person', judgedBy: 'cleo', isRight: false, wrong: 1 },
    { by: 'ben', how: 'third person', judgedBy: 'cleo', isRight: true, wrong: 0 },
  ]);
});
