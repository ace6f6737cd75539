import { expect, it } from 'vitest';
import { refusingDoors, type ConnectionDoors } from '#main/aws/doors.ts';
import { openBudgetsFile } from '#main/features/costs/budgets-file.ts';
import { saveBudget } from '#main/features/costs/save-budget.ts';
import type { PipelineAnswer, PipelineApi } from '#main/pipeline/pipeline-api.ts';
import type { Session } from '#shared/contract/session.ts';
import { operations } from '#shared/pipeline-api/operations.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';

const ines = { name: 'Ines', role: 'admin', tenants: '*' } as const;
const staging = aSession({
  connection: aConnectionSummary({ id: 'staging', environment: 'staging' }),
  who: { ...ines, id: 'ines' },
});
/** This connection is locked, and its budget is never asked for. */
const production = aSession({
  connection: aConnectionSummary({ id: 'production', environment: 'production', readOnly: true }),
  who: { ...ines, id: 'ines-of-production' },
});

const input = {
  tenantId: 'northwind',
  projectId: null,
  workflowId: null,
  month: null,
  usd: '250',
  version: 0,
  typedEnvironment: null,
  intentKey: '3f0e6a51-7f6e-4c1d-9a44-0c2f4c7b8a11',
};

type Description = 'with budgets' | 'without budgets' | PipelineAnswer<'describeApi'>;

/** Saves a budget on staging, and opens production while the API is asked which calls it has. */
async function savingMeanwhile(description: Description) {
  const calls: string[] = [];
  let session: Session = staging;
  const { path } = operations.putTenantBudget;
  const doors = (): ConnectionDoors => {
    const { id } = session.connection;
    const call: PipelineApi['call'] = (name, { personId }) => {
      session = production;
      if (name === 'describeApi') {
        if (typeof description !== 'string') return Promise.resolve(description as never);
        const paths = description === 'with budgets' ? { [path]: { put: {} } } : {};
        return Promise.resolve({ kind: 'answered', value: { paths } as never });
      }
      calls.push(`${name} of ${personId} at ${id}`);
      if (typeof description !== 'string' && description.kind === 'not-sent') {
        return Promise.resolve(description as never);
      }
      return Promise.resolve({ kind: 'answered', value: { budget: { version: 1 } } as never });
    };
    return { ...refusingDoors(id), pipeline: { call } };
  };
  const now = (): number => Date.UTC(2026, 0, 5, 9);
  const budgets = openBudgetsFile({ home: aHome(), log: { warn: () => undefined }, now });
  const saved = await saveBudget(input, {
    doors,
    session: () => session,
    budgets,
    kept: { of: () => [] },
    now,
  });
  return { calls, saved, keptFor: (id: string) => budgets.of(id)('northwind').get('') };
}

it('a budget goes to the connection it was typed on, also when another is opened meanwhile', async () => {
  const { calls, saved } = await savingMeanwhile('with budgets');
  expect(calls).toEqual(['putTenantBudget of ines at staging']);
  expect(saved).toMatchObject({ ok: true, value: { kind: 'saved', keptBy: 'deployment', version: 1 } });
});

it('a budget that this machine keeps is that of the connection it was typed on', async () => {
  const { calls, saved, keptFor } = await savingMeanwhile('without budgets');
  expect(calls).toEqual([]);
  expect(saved).toMatchObject({ ok: true, value: { kind: 'saved', keptBy: 'this machine', version: 1 } });
  expect(keptFor('staging')).toMatchObject({ usd: '250', setBy: 'ines' });
  expect(keptFor('production')).toBeUndefined();
});

it('a budget is kept nowhere while the API cannot be reached, because the deployment may keep budgets', async () => {
  const why = 'The pipeline API could not be reached (ECONNREFUSED).';
  const { calls, saved, keptFor } = await savingMeanwhile({ kind: 'not-sent', why });
  expect(calls).toEqual(['putTenantBudget of ines at staging']);
  expect(saved).toMatchObject({
    ok: false,
    failure: {
      code: 'pipeline-unreachable',
      message: expect.stringContaining(`${why} Nothing was saved.`) as string,
    },
  });
  expect(keptFor('staging')).toBeUndefined();
});

it('a budget is kept on this machine where the API answers and has no description', async () => {
  const why = 'The pipeline API answered 404 with something that is not JSON.';
  const { calls, saved, keptFor } = await savingMeanwhile({ kind: 'unclear', why, status: 404 });
  expect(calls).toEqual([]);
  expect(saved).toMatchObject({ ok: true, value: { kind: 'saved', keptBy: 'this machine' } });
  expect(keptFor('staging')).toMatchObject({ usd: '250' });
});
