import { expect, test } from 'vitest';
import type { Project } from '#shared/contract/pipeline-items.ts';
import {
  emptyProjects,
  describeEnd,
  listedWorkflows,
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

test('the project that was changed last comes first, each as its index has it', () => {
  const rows = listedWorkflows([customs, freight, returns], ofProject);
  expect(rows.map(({ workflow, isFirst }) => [workflow.workflowId, isFirst])).toEqual([
    ['c', true],
    ['b', true],
    ['a', false],
  ]);
  expect(emptyProjects([customs, freight, returns], ofProject)).toEqual([customs]);
});

test('a project whose workflows were not read has neither rows nor an empty list', () => {
  const unread = new Map([['freight', [newer]]]);
  expect(listedWorkflows([freight, returns], unread)).toHaveLength(1);
  expect(emptyProjects([freight, returns], unread)).toEqual([]);
});

test('the end says how much was read, and what more there is', () => {
  const whole = { workflows: 3, projects: 1, empty: [], cutShort: 0, hasMore: false };
  expect(describeEnd(whole)).toBe('3 workflows of 1 project, these are all');
  expect(describeEnd({ ...whole, workflows: 1, hasMore: true })).toBe(
    'At least 1 workflow of 1 project so far',
  );
  expect(describeEnd({ ...whole, cutShort: 1 })).toMatch(/^At least/);
  expect(describeEnd({ ...whole, empty: [customs] })).toMatch(/all\. customs has none$/);
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
