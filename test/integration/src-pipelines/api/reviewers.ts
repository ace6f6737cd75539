import type { DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { reviewer, type Answered, type Api } from '#test/builders/an-api.ts';
import { plantBatch, type PlantedBatch } from '#test/builders/extraction-items.ts';

export const [ada, ben, cleo] = (['ada', 'ben', 'cleo'] as const).map((sub) => ({ ...reviewer, sub })) as [
  typeof reviewer,
  typeof reviewer,
  typeof reviewer,
];

export interface Desk {
  readonly planted: PlantedBatch;
  readonly approve: (
    as: typeof reviewer,
    ifMatch: number,
    corrections?: readonly object[],
  ) => Promise<Answered>;
  readonly reject: (as: typeof reviewer, ifMatch: number, reason: string) => Promise<Answered>;
  readonly ask: (
    name: 'claimDocument' | 'releaseDocument' | 'undoReview',
    as: typeof reviewer,
    ifMatch: number,
  ) => Promise<Answered>;
}

/**
 * Plants a document of a batch whose workflow asks for two people, neither of whom sees the other's decision.
 */
export async function fourEyes(
  api: Api,
  document: Partial<DocumentItem> = {},
  { secondReview = 'blind', ...ids }: { batchId?: string; secondReview?: 'blind' } = {},
): Promise<Desk> {
  const documents = [
    { ...(ids.batchId !== undefined && { documentId: `doc-of-${ids.batchId}` }), ...document },
  ];
  const planted = await plantBatch(api, documents, { secondReview, ...ids });
  const params = planted.at(0);
  return {
    planted,
    approve: (as, ifMatch, corrections = []) =>
      api.call('reviewDocument', { as, params, ifMatch, body: { decision: 'approve', corrections } }),
    reject: (as, ifMatch, reason) =>
      api.call('reviewDocument', { as, params, ifMatch, body: { decision: 'reject', reason } }),
    ask: (name, as, ifMatch) => api.call(name, { as, params, ifMatch }),
  };
}
