import { expect, it } from 'vitest';
import { anApi } from '#test/builders/an-api.ts';
import { everyCall } from './every-call.ts';

it('takes only objectives whose batches are counted', async () => {
  const api = await anApi();
  const { calls } = await everyCall(api);
  const send = async (objective: object | null) =>
    api.call('changeObjective', { ...calls.changeObjective, body: { objective, reason: 'Why not' } });
  for (const wrong of [
    { percent: 95, minutes: 20 },
    { percent: 101, minutes: 15 },
    { percent: 95.55, minutes: 15 },
    { percent: 95 },
  ]) {
    const { status, body } = await send(wrong);
    expect([status, body.code], JSON.stringify(wrong)).toEqual([400, 'malformed-request']);
  }
  const { status, body } = await send({ percent: 95.5, minutes: 1_440 });
  expect([status, body.workflow]).toMatchObject([200, { objective: { percent: 95.5, minutes: 1_440 } }]);
});
