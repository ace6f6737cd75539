import { describe, expect, it } from 'vitest';
import type { Access } from '#local/aws/iam/access.ts';
import { aSandbox } from '#test/builders/a-sandbox.ts';
import {
  callEveryOperation,
  downloadInEveryWay,
  driveSandbox,
  processLargeResults,
  stopLargeBatch,
  passNight,
  uploadAndSendBadMessages,
} from './every-use.ts';

describe('the roles of a deployment', { timeout: 300_000 }, () => {
  it('allow all that their functions and the state machine do, and nothing else', async () => {
    const under = await aSandbox();
    const driven = await driveSandbox(under);
    let t = Date.now();
    const lap = (n: string) => { console.log(n, Date.now() - t); t = Date.now(); };
    await callEveryOperation(driven);lap('api');
    await uploadAndSendBadMessages(driven);lap('upload');
    await processLargeResults(driven);lap('large results');
    await downloadInEveryWay(driven);lap('downloads');
    await stopLargeBatch(driven);lap('large');
    await passNight(driven);lap('night');
    const { access } = under.sandbox.aws;
    console.log(listRefused(access).slice(0,20), listUnneeded(access));
  });
});

function listRefused(access: Access): readonly string[] {
  return access.refused().map(
    ({ role, action, resource }) => `${toFunction(role)} was refused ${action} on ${resource}`,
  );
}

function listUnneeded(access: Access): readonly string[] {
  return access
    .unused()
    .map(
      ({ role, action, resource }) =>
        `${toFunction(role)} may ${action} on ${resource}, and nothing that it does needs that`,
    );
}

function toFunction(role: string): string {
  return /-(\w+)Role-/.exec(role)?.[1] ?? role;
}
