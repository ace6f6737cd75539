import { describe, expect, it } from 'vitest';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { ConnectionReset } from '#local/aws/protocol/wire.ts';
import { readRow } from '#main/rows/read-row.ts';
import type { InputOf } from '#shared/contract/contract.ts';
import type { ReviewDocument } from '#shared/contract/review-document.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aReviewDesk, toSeen, type ReviewDesk } from './a-review-desk.ts';

/** Claims a waiting document of one person, whose file is in S3. */
async function aClaimed(desk: ReviewDesk): Promise<ReviewDocument> {
  for (const key of await desk.waiting('northwind', 3)) {
    const document = await desk.read(key);
    if (document.whyNot !== null || document.step !== 'first') continue;
    const file = await desk.call('review.file', key);
    if (!file.ok) continue;
    await desk.act('claim', toSeen(document));
    return desk.read(key);
  }
  throw new Error('No document can be filed');
}

async function toOther(desk: ReviewDesk, document: ReviewDocument): Promise<InputOf<'review.refile'>> {
  const { batchId, documentId } = document;
  return {
    ...toSeen(document),
    reason: 'It is a delivery note',
    into: [{ workflow: await findOther(desk, document), parts: [{ batchId, documentId }] }],
    also: [],
    intentKey: 'refile-of-the-test',
  };
}

/** Finds another workflow of the tenant, in any of its projects. */
async function findOther(desk: ReviewDesk, { tenantId, workflowId }: ReviewDocument) {
  const { reader } = desk.doors();
  const projects = valueOf(await reader.run('extraction.projectsOfTenant', { tenantId })).items;
  for (const project of projects) {
    const projectId = readRow(project, 'Project').id('projectId');
    const read = await reader.run('extraction.workflowsByChange', { tenantId, projectId });
    const ids = valueOf(read).items.map((item) => readRow(item, 'Workflow').id('workflowId'));
    const other = ids.find((id) => id !== workflowId);
    if (other !== undefined) return { projectId, workflowId: other };
  }
  throw new Error('The tenant has one workflow');
}

describe('filing a document under another workflow', { timeout: 60_000 }, () => {
  it('closes it, tells the open lists, and is the same once more', async () => {
    const desk = await aReviewDesk();
    const document = await aClaimed(desk);
    const input = await toOther(desk, document);
    expect(valueOf(await desk.call('review.filing', {}))).toEqual({ whyNot: null });
    const done = { kind: 'done', status: 'REJECTED', version: document.version + 1, holdUntil: null };
    expect(valueOf(await desk.call('review.refile', input)).outcome).toMatchObject(done);
    expect(desk.seen.at(-1)?.documents[0]).toMatchObject({ status: 'REJECTED' });
    expect(valueOf(await desk.call('review.refile', input)).outcome).toMatchObject(done);
    const { decisions } = valueOf(await desk.call('review.desk', {}));
    expect(decisions[0]).toMatchObject({ kind: 'file', key: { documentId: document.documentId } });
    const now = await desk.read(document);
    expect(now.status).toBe('REJECTED');
  });

  it('whose answer was lost is known as done', async () => {
    const desk = await aReviewDesk({ through: losing(/\/refile$/) });
    const document = await aClaimed(desk);
    const input = await toOther(desk, document);
    expect(valueOf(await desk.call('review.refile', input)).outcome).toMatchObject({ kind: 'done' });
  });

  it('that another person holds by now is told as held or changed', async () => {
    const desk = await aReviewDesk();
    const document = await aClaimed(desk);
    const input = await toOther(desk, document);
    await desk.world.sandbox.advance(700_000);
    desk.be('reviewer-2');
    await desk.act('claim', toSeen(await desk.read(document)));
    desk.be('reviewer');
    expect(valueOf(await desk.call('review.refile', input)).outcome).toMatchObject({
      kind: 'held',
      by: 'reviewer-2',
    });
  });

  it('is refused with the sentence of the pipelines where the pages are wrong', async () => {
    const desk = await aReviewDesk();
    const document = await aClaimed(desk);
    const input = await toOther(desk, document);
    const { workflow } = input.into[0] ?? { workflow: { projectId: '', workflowId: '' } };
    const { batchId, documentId } = document;
    const into = [{ workflow, parts: [{ batchId, documentId, pages: { from: 2, to: 9 } }] }];
    const { outcome } = valueOf(await desk.call('review.refile', { ...input, into }));
    expect(outcome).toMatchObject({ kind: 'refused', problem: 'not-fileable' });
    expect(outcome.kind === 'refused' && outcome.message).toContain('Page 1 of');
  });

  it('is not sent to a deployment whose API does not describe it, and the desk is told what to do', async () => {
    const paths: string[] = [];
    const desk = await aReviewDesk({ through: (dispatch) => withoutRefile(dispatch, paths) });
    const document = await aClaimed(desk);
    const input = await toOther(desk, document);
    const { whyNot } = valueOf(await desk.call('review.filing', {}));
    expect(whyNot).toContain('has no POST');
    const { outcome } = valueOf(await desk.call('review.refile', input));
    expect(outcome).toMatchObject({ kind: 'refused', problem: 'not-offered' });
    expect(outcome.kind === 'refused' && outcome.message).toContain('Reject the document with a reason');
    expect(paths.some((path) => path.includes('/refile'))).toBe(false);
  });
});

/** Breaks the first request to such a path after it has taken effect. */
function losing(path: RegExp) {
  let isLost = false;
  return (dispatch: Dispatch): Dispatch =>
    async (request, signal) => {
      if (isLost || !path.test(request.path)) return dispatch(request, signal);
      isLost = true;
      await dispatch(request, signal);
      throw new ConnectionReset('lost');
    };
}

/** Answers as an API that was made before this call. */
function withoutRefile(dispatch: Dispatch, paths: string[]): Dispatch {
  return async (request, signal) => {
    paths.push(request.path);
    const answer = await dispatch(request, signal);
    if (!request.path.endsWith('/openapi.json')) return answer;
    const text = Buffer.from(answer.body as Uint8Array).toString('utf8');
    return { ...answer, body: Buffer.from(text.replaceAll('/refile"', '/not-there"')) };
  };
}
