import { describe, expect, it } from 'vitest';
import type { Filing } from '#shared/contract/review-document.ts';
import { answering, aReviewWorld } from './a-review-world.ts';

const filing: Filing = {
  into: [
    {
      workflow: { projectId: 'freight', workflowId: 'delivery-notes' },
      parts: [{ batchId: 'b', documentId: 'd-1', pages: { from: 1, to: 2 } }],
    },
  ],
  also: [],
};

describe('filing a document', () => {
  it('is sent once with its pages, cannot be taken back, and the desk goes on', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.file(filing, 'Several documents in one file');
    expect(world.flow.read().open?.key.documentId).toBe('d-2');
    await world.settle();
    expect(world.named('refile').map(({ input }) => input)).toMatchObject([
      { ...filing, documentId: 'd-1', reason: 'Several documents in one file' },
    ]);
    expect(world.sentOf(1)).toMatchObject({ kind: 'file', phase: 'final', canUndo: false });
    expect(world.flow.undo(world.keyOf(1))).toBe(false);
    expect(world.kept.has('d-1')).toBe(false);
  });

  it('is asked about by its key where the answer was lost', async () => {
    const world = aReviewWorld();
    await world.start();
    world.next('refile', () => 'then unheard');
    world.flow.file(filing, 'Several documents in one file');
    await world.settle();
    expect(world.sentOf(1)?.stuck?.kind).toBe('unclear');
    expect(world.kept.get('d-1')?.sent).toMatchObject({ kind: 'file', filing });
    world.flow.linkUp();
    await world.settle();
    expect(world.sentOf(1)?.phase).toBe('final');
    expect(world.applied).toEqual(['d-1']);
    expect(new Set(world.named('refile').map(({ input }) => input['intentKey'])).size).toBe(1);
  });

  it('is asked about after a restart, with the same pages', async () => {
    const before = aReviewWorld();
    await before.start();
    before.next('refile', () => 'then unheard');
    before.flow.file(filing, 'Several documents in one file');
    await before.settle();
    const world = aReviewWorld({ drafts: [...before.kept.values()] });
    await world.start(2);
    await world.settle();
    expect(world.named('refile')[0]?.input).toMatchObject({ ...filing, documentId: 'd-1' });
  });

  it('that is refused says why and keeps the draft', async () => {
    const world = aReviewWorld();
    await world.start();
    const message = 'Page 3 of scan.pdf is in no new document. Nothing was done.';
    world.next('refile', () => answering({ kind: 'refused', problem: 'not-fileable', message }));
    world.flow.file(filing, 'Several documents in one file');
    await world.settle();
    expect(world.sentOf(1)).toMatchObject({ phase: 'stuck', stuck: { kind: 'refused', message } });
    world.flow.flush();
    await world.settle();
    expect(world.kept.get('d-1')?.sent).toBeNull();
  });
});
