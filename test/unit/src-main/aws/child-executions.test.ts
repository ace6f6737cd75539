import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { findChildOfDocument, listChildren } from '#main/aws/child-executions.ts';
import type { SfnQuestion } from '#main/aws/executions.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { aReceipt } from '#test/builders/a-reader.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';

interface Child {
  readonly documentId: string;
  readonly begun: number;
  readonly ended?: number;
}

/** Answers as Step Functions does: the newest first, a page at a time, and inputs one by one. */
function aMapRun(children: readonly Child[], { pageSize = 1_000, hasMapRun = true } = {}) {
  const opened: string[] = [];
  const newestFirst = children.toSorted((a, b) => b.begun - a.begun);
  const answer = <T>(shape: z.ZodType<T>, body: unknown): Promise<Result<T>> =>
    Promise.resolve(ok(shape.parse(body)));
  const question: SfnQuestion = {
    describe: () => Promise.reject(new Error('not asked')),
    history: () => Promise.reject(new Error('not asked')),
    mapRun: () => Promise.reject(new Error('not asked')),
    mapRuns: (shape) => answer(shape, { mapRuns: hasMapRun ? [{ mapRunArn: 'map-run' }] : [] }),
    children(shape, _, { nextToken, maxResults = pageSize }) {
      const from = Number(nextToken ?? 0);
      const size = Math.min(maxResults, pageSize);
      const executions = newestFirst.slice(from, from + size).map(({ documentId, begun, ended }) => ({
        executionArn: documentId,
        name: `child of ${documentId}`,
        status: ended === undefined ? 'RUNNING' : 'SUCCEEDED',
        startDate: begun,
        ...(ended !== undefined && { stopDate: ended }),
      }));
      const next = from + size < newestFirst.length ? { nextToken: String(from + size) } : {};
      return answer(shape, { executions, ...next });
    },
    child(shape, arn) {
      opened.push(arn);
      if (arn === 'gone') return Promise.resolve(refused({ code: 'execution-expired', message: '', run: 1 }));
      return answer(shape, { input: arn === 'odd' ? '[]' : JSON.stringify({ documentId: arn }) });
    },
    receipt: () => aReceipt,
  };
  return { question, opened };
}

/** Ten at a time, each for 15 seconds. */
const many = Array.from({ length: 3_000 }, (_, index): Child => {
  const begun = Math.floor(index / 10) * 15 + (index % 10);
  return { documentId: `d-${index}`, begun, ended: begun + 15 };
});
const at = (seconds: number): string => new Date(seconds * 1_000).toISOString();

describe('the child execution of a document', () => {
  it('is among the few that were at work when its status changed', async () => {
    const { question, opened } = aMapRun(many);
    const found = valueOf(await findChildOfDocument(question, { documentId: 'd-1234', at: at(1_860) }));
    expect(found.child).toMatchObject({ name: 'child of d-1234', documentId: 'd-1234' });
    expect(opened.length).toBeLessThanOrEqual(25);
    expect(found).toMatchObject({ opened: opened.length, listed: 3_000, more: false });
  });

  it('is not looked for among those that ended more than an hour before', async () => {
    const { question } = aMapRun(many, { pageSize: 100 });
    const found = valueOf(await findChildOfDocument(question, { documentId: 'd-2990', at: at(4_499) }));
    expect(found.child?.documentId).toBe('d-2990');
    expect(found.listed).toBeLessThan(1_300);
    expect(found.more).toBe(true);
  });

  it('that is not found was looked for in 25 inputs, of at least so many', async () => {
    const { question, opened } = aMapRun(many, { pageSize: 100 });
    const found = valueOf(await findChildOfDocument(question, { documentId: 'elsewhere', at: null }));
    expect(found).toEqual({ child: null, opened: 25, listed: 1_200, more: true });
    expect(opened).toHaveLength(25);
  });

  it('does not exist where the run has no Map Run', async () => {
    const { question } = aMapRun(many, { hasMapRun: false });
    const found = valueOf(await findChildOfDocument(question, { documentId: 'd-1', at: null }));
    expect(found).toEqual({ child: null, opened: 0, listed: 0, more: false });
  });
});

describe('a list of child executions', () => {
  it('is read 25 at a time, whatever is asked for', async () => {
    const { question, opened } = aMapRun(many);
    const asked = { status: 'SUCCEEDED', pageSize: 1_000, place: undefined } as const;
    const first = valueOf(await listChildren(question, asked));
    expect(first.children).toHaveLength(25);
    expect(opened).toHaveLength(25);
    const second = valueOf(await listChildren(question, { ...asked, place: first.next ?? undefined }));
    expect(second.children[0]?.documentId).not.toBe(first.children[0]?.documentId);
  });

  it('keeps one whose input is gone, or names no document', async () => {
    const { question } = aMapRun([
      { documentId: 'gone', begun: 2, ended: 3 },
      { documentId: 'odd', begun: 1 },
    ]);
    const asked = { status: 'FAILED', pageSize: undefined, place: undefined } as const;
    const { children, next } = valueOf(await listChildren(question, asked));
    expect(children.map(({ documentId, stoppedAt }) => [documentId, stoppedAt])).toEqual([
      [null, '1970-01-01T00:00:03.000Z'],
      [null, null],
    ]);
    expect(next).toBeNull();
  });
});
