import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aConsole } from '#test/builders/a-console.ts';
import { change } from './a-workflow-desk.ts';

it(
  'the audit trail of a console names a change of thresholds, and its outcome',
  { timeout: 120_000 },
  async () => {
    const { home, opened, ask } = await aConsole();
    const save = 'workflows.saveThresholds';
    expect(await ask(save, change)).toMatchObject({ outcome: { kind: 'saved' } });
    const late = { ...change, intentKey: 'intent-two' };
    expect(await ask(save, late)).toMatchObject({ outcome: { kind: 'overtaken' } });
    await opened.close();

    const entries = readdirSync(join(home, 'audit'))
      .filter((file) => file.endsWith('.jsonl'))
      .flatMap((file) =>
        readFileSync(join(home, 'audit', file), 'utf8')
          .trim()
          .split('\n'),
      )
      .map((line) => JSON.parse(line) as { operation: string; kind: string; ids?: object })
      .filter(({ operation }) => operation === save);
    const { tenantId, projectId, workflowId, reason } = change;
    expect(entries.map(({ kind, ids }) => ({ kind, ids }))).toMatchObject([
      {
        kind: 'intent',
        ids: {
          tenantId,
          projectId,
          workflowId,
          version: '7',
          confidenceThreshold: '0.6',
          reviewThreshold: '0.8',
          reason,
          intentKey: 'intent-one',
        },
      },
      { kind: 'outcome', ids: { outcome: 'saved', nowAtVersion: '8' } },
      { kind: 'intent', ids: { intentKey: 'intent-two' } },
      { kind: 'outcome', ids: { outcome: 'overtaken', nowAtVersion: '8' } },
    ]);
  },
);
