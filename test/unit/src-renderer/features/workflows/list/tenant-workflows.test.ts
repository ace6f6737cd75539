import { expect, test } from 'vitest';
import type { Project } from '#shared/contract/pipeline-items.ts';
import {
  listEmptyProjects,
  describeEnd,
  toListedWorkflows,
} from '#renderer/features/workflows/list/tenant-workflows.ts';
import { aWorkflow } from '#test/builders/a-workflow.ts';

const freight = aProject('freight');
const returns = aProject('returns');
const customs = aProject('customs');
const old = aWorkflow({ workflowId: 'a', updatedAt: '2026-01-01T00:00:00.000Z' });
const newer = aWorkflow({ workflowId: 'b', updatedAt: '2026-06-01T00:00:00.000Z' });
const newest = aWorkflow({ workflowId: 'c', projectId: 'returns', updatedAt: '2026-11-01T00:00:00.000Z' });
const ofProject = new Map([
  ['freight', [newer, old]],
  ['returns', [newest]],
  ['customs', []],
]);

test('the project that changed last comes first, each in the order of its index', () => {
  const rows = toListedWorkflows([customs, freight, returns], ofProject);
  expect(rows.map(({ workflow, isFirst }) => [workflow.workflowId, isFirst])).toEqual([
    ['c', true],
    ['b', true],
    ['a', false],
  ]);
  expect(listEmptyProjects([customs, freight, returns], ofProject)).toEqual([customs]);
});

test('an unread project has neither rows nor an empty list', () => {
  const unread = new Map([['freight', [newer]]]);
  expect(toListedWorkflows([freight, returns], unread)).toHaveLength(1);
  expect(listEmptyProjects([freight, returns], unread)).toEqual([]);
});

test('the end of the list says how much was read, and what is left', () => {
  const whole = { workflows: 3, projects: 1, empty: [], cutShort: 0, hasMore: false };
  expect(describeEnd(whole)).toBe('All 3 workflows of 1 project');
  expect(describeEnd({ ...whole, workflows: 1, hasMore: true })).toBe(
    'At least 1 workflow of 1 project so far',
  );
  expect(describeEnd({ ...whole, cutShort: 1 })).toMatch(/^At least/);
  expect(describeEnd({ ...whole, empty: [customs] })).toMatch(/project\. customs has none$/);
  expect(describeEnd({ ...whole, empty: [customs, returns] })).toMatch(/customs and returns have none$/);
  expect(describeEnd({ ...whole, empty: [customs, returns, freight, customs] })).toMatch(
    /4 projects have none$/,
  );
});

function aProject(projectId: string): Project {
  const { version, createdAt, updatedAt, catchingUp, expired, problems } = aWorkflow();
  const asRead = { version, createdAt, updatedAt, catchingUp, expired, problems };
  return { tenantId: 'northwind', projectId, name: null, batchCount: 2, ...asRead };
}
