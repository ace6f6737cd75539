import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { toItem } from '#pipelines/plain-items.ts';
import type { InputOf } from '#shared/contract/contract.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aWorkflowDesk, carrierInvoices, readHistory, save, type WorkflowDesk } from './a-workflow-desk.ts';

const patient = { timeout: 120_000 };
type Change = InputOf<'workflows.saveObjective'>;
const change: Change = {
  ...carrierInvoices,
  version: 7,
  objective: { percent: 99.5, minutes: 60 },
  reason: 'It is in the new contract',
  typedEnvironment: null,
  intentKey: 'intent-one',
};

const saveObjective = async (desk: WorkflowDesk, more: Partial<Change> = {}) =>
  valueOf(await desk.call('workflows.saveObjective', { ...change, ...more })).outcome;

/** Lists the workflows that have an objective, over all tenants. */
async function listDirectory({ world }: WorkflowDesk): Promise<readonly string[]> {
  const { Items = [] } = await world.dynamodb.send(
    new QueryCommand({
      TableName: namesByConvention('sandbox').extraction.table,
      KeyConditionExpression: 'PK = :p',
      ExpressionAttributeValues: toItem({ ':p': 'DIRECTORY#OBJECTIVES' }),
      ConsistentRead: true,
    }),
  );
  return Items.map((item) => item['SK']?.S ?? '');
}

const place = 'TENANT#northwind#PROJECT#freight-invoices#WORKFLOW#carrier-invoices';

describe('the objective of a workflow', patient, () => {
  it('is saved on the version that was seen, with a line in the history', async () => {
    const desk = await aWorkflowDesk();
    expect(await saveObjective(desk)).toMatchObject({
      kind: 'saved',
      workflow: { version: 8, objective: { percent: 99.5, minutes: 60 }, confidenceThreshold: 0.56 },
    });
    expect((await desk.read()).objective).toEqual({ percent: 99.5, minutes: 60 });
    const [newest] = await readHistory(desk);
    expect(newest).toMatchObject({
      what: 'objective changed',
      actor: 'admin',
      reason: change.reason,
      before: null,
      settings: [
        {
          name: 'objective',
          before: '95 % of batches within 15 min',
          after: '99.5 % of batches within 1 h',
        },
      ],
    });
  });

  it('can be taken away, and is then in no list; a change of thresholds keeps it', async () => {
    const desk = await aWorkflowDesk();
    expect(await listDirectory(desk)).toContain(place);
    await saveObjective(desk, { objective: null });
    expect((await desk.read()).objective).toBeNull();
    expect(await listDirectory(desk)).not.toContain(place);
    await saveObjective(desk, { version: 8, intentKey: 'intent-two' });
    await save(desk, { version: 9, intentKey: 'intent-three' });
    expect(await desk.read()).toMatchObject({ version: 10, objective: { percent: 99.5, minutes: 60 } });
    expect(await listDirectory(desk)).toContain(place);
  });

  it('is saved once for an intent, and loses against a newer version without changing anything', async () => {
    const desk = await aWorkflowDesk();
    await saveObjective(desk);
    expect(await saveObjective(desk)).toMatchObject({ kind: 'saved', workflow: { version: 8 } });
    const late = await saveObjective(desk, { objective: null, intentKey: 'intent-late' });
    expect(late).toMatchObject({
      kind: 'overtaken',
      workflow: { version: 8 },
      by: { what: 'objective changed' },
    });
    expect(await listDirectory(desk)).toContain(place);
  });

  it.each(['support', 'reviewer'])('is not changed by %s', async (as) => {
    const desk = await aWorkflowDesk({ as });
    const result = await desk.call('workflows.saveObjective', change);
    expect(result).toMatchObject({ ok: false, failure: { code: 'role-required' } });
    expect(desk.asked).toEqual([]);
  });
});
