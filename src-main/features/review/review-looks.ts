import { ok, type Result } from '#shared/contract/result.ts';
import type { ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import type { QueueInput, QueuePage } from '#shared/contract/review.ts';
import { openWorkflowFacts } from '../../reads/workflow-facts.ts';
import type { AskedOf } from './change-outcome.ts';
import { openAmounts } from './read-amounts.ts';
import { readDocument } from './read-document.ts';
import { readQueuePage, type QueueParts } from './read-queue.ts';
import { queueHandlers, type DocumentParts } from './review-handlers.ts';

interface QueueOpened {
  readonly handlers: ReturnType<typeof queueHandlers>;
  /** Looks at the connection of the plan, whatever is opened while it is made. */
  readonly looks: (asked: AskedOf) => ReturnType<typeof lookAtReview>;
}

/** Opens the lists of Review, with what a plan needs of them. */
export function openReviewQueue(
  parts: Omit<QueueParts, 'workflows' | 'amounts'> & Pick<DocumentParts, 'facts'>,
): QueueOpened {
  const { facts, now } = parts;
  const queueParts = { ...parts, workflows: openWorkflowFacts(now), amounts: openAmounts(now) };
  return {
    handlers: queueHandlers(queueParts),
    looks: ({ doors, session }) =>
      lookAtReview({
        readPage: readQueuePage({ ...queueParts, doors: () => doors, session: () => session }),
        async read(key) {
          const read = await readDocument(key, { doors, session, facts });
          return read.ok ? { ...read, value: read.value.document } : read;
        },
      }),
  };
}

interface Parts {
  readonly readPage: (input: QueueInput) => Promise<Result<QueuePage>>;
  readonly read: (key: ReviewKey) => Promise<Result<ReviewDocument>>;
}

type Filters = Omit<QueueInput, 'dueHours' | 'sort' | 'cursor' | 'pageSize'>;

/** Lists and reads waiting documents for a plan, as the pages do. */
export function lookAtReview({ readPage, read }: Parts) {
  return {
    read,
    async list(
      filters: Filters,
      most: number,
    ): Promise<Result<{ readonly documents: readonly ReviewKey[]; readonly isAll: boolean }>> {
      const documents: ReviewKey[] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const pageSize = Math.min(100, most - documents.length);
        const page = await readPage({
          ...filters,
          dueHours: 24,
          pageSize,
          ...(cursor !== undefined && { cursor }),
        });
        if (!page.ok) return page;
        documents.push(
          ...page.value.rows.map(({ tenantId, projectId, batchId, documentId }) => ({
            tenantId,
            projectId,
            batchId,
            documentId,
          })),
        );
        cursor = page.value.cursor ?? undefined;
        pages += 1;
      } while (cursor !== undefined && documents.length < most && pages < mostPages);
      return ok({ documents, isAll: cursor === undefined });
    },
  };
}

/** A filter that matches little makes pages short, and a person waits for the plan. */
const mostPages = 20;
