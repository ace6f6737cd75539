import { describe, expect, it } from 'vitest';
import { costExplorer, type CostLine } from '#local/aws/ce/cost-explorer.ts';
import type { World } from '#local/world/world.ts';
import { AwsError } from '#local/aws/protocol/aws-error.ts';
import { openBill } from '#main/aws/bill.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';

const now = Date.parse('2026-11-27T12:00:00.000Z');
const tags = { 'sluice:deployment': 'sandbox' };
const lines: readonly CostLine[] = [
  { day: '2026-11-20', service: 'AWS Lambda', usd: '0.1', tags },
  { day: '2026-11-21', service: 'AWS Lambda', usd: '0.0000000002', tags },
  { day: '2026-11-21', service: 'Amazon Textract', usd: '4.5', tags: {} },
];

/** Answers as the embedded AWS does, over its wire. */
function aBill({ known = lines, names = namesByConvention('sandbox') } = {}) {
  const sent: { readonly host: string; readonly body: Record<string, unknown> }[] = [];
  const world = { clock: { now: () => now } } as unknown as World;
  const engine = costExplorer(world, async (_world, { from, until }) =>
    known.filter(({ day }) => day >= from && day < until),
  );
  const requestHandler = {
    async handle(request: { headers: Record<string, string>; body: unknown; hostname: string }) {
      const body = JSON.parse(String(request.body)) as Record<string, unknown>;
      sent.push({ host: request.headers['authorization'] ?? '', body });
      const answer = await Promise.resolve(
        engine.run(request.headers['x-amz-target']?.split('.')[1] ?? '', body, {} as never),
      ).then(
        (value) => ({ statusCode: 200, value: value ?? {} }),
        (error: unknown) => {
          if (!(error instanceof AwsError)) throw error;
          return { statusCode: error.status, value: { __type: error.name, message: error.message } };
        },
      );
      const headers = { 'content-type': 'application/x-amz-json-1.1' };
      const text = new TextEncoder().encode(JSON.stringify(answer.value));
      return { response: { statusCode: answer.statusCode, headers, body: text } };
    },
    destroy() {},
  };
  const place = { region: 'eu-west-1', accountId: '000000000000', names };
  return { bill: openBill({ ...place, requestHandler: requestHandler as never }), sent };
}

const asked = { from: '2026-11-01', until: '2026-11-28', mostPages: 1 };

describe('the bill', () => {
  it('is asked by the tag of the stacks in one question, in the region of Cost Explorer', async () => {
    const { bill, sent } = aBill();
    const answer = await bill.ask({ ...asked, of: 'stacks' });
    expect(answer).toMatchObject({
      ok: true,
      value: {
        lines: [
          {
            service: 'AWS Lambda',
            usd: '0.1000000002',
          },
        ],
        pages: 1,
        isCut: false,
        isEstimated: true,
        currency: 'USD',
        stage: 'sandbox',
      },
      receipt: { pattern: 'Cost Explorer: GetCostAndUsage', pages: 1 },
    });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.host).toContain('/us-east-1/ce/');
  });

  it('holds what carries no tag where the account is asked', async () => {
    const { bill } = aBill();
    const answer = await bill.ask({ ...asked, of: 'account' });
    expect(answer.ok && answer.value.lines.map(({ service }) => service)).toEqual([
      'AWS Lambda',
      'Amazon Textract',
    ]);
  });

  it('asks for no more pages than were agreed, and says that there are more', async () => {
    const { bill, sent } = aBill();
    const days = { ...asked, from: '2026-08-01', of: 'account' } as const;
    expect(await bill.ask(days)).toMatchObject({ ok: true, value: { pages: 1, isCut: true } });
    expect(sent).toHaveLength(1);
    const all = await bill.ask({ ...days, mostPages: 3 });
    expect(all).toMatchObject({ ok: true, value: { pages: 2, isCut: false } });
  });

  it('is never asked again after a refusal, and the question is counted', async () => {
    const { bill, sent } = aBill();
    const answer = await bill.ask({ ...asked, from: '2020-01-01', of: 'account' });
    expect(answer).toMatchObject({
      ok: false,
      failure: { code: 'aws-refused' },
      receipt: { pages: 1 },
    });
    expect(sent).toHaveLength(1);
  });

  it('is not asked where the stage is not known', async () => {
    const { bill, sent } = aBill({ names: namesByConvention('') });
    const answer = await bill.ask({ ...asked, of: 'stacks' });
    expect(answer).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    expect(sent).toHaveLength(0);
  });
});
