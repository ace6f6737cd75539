import type { PlantedBatch, PlantedDocument, StrangersWorld } from './world.ts';

/**
 * Computes a world's figures from what was planted, following domain.md. It uses no code of the console, which would
 * otherwise be compared with itself.
 */
export function recount(world: StrangersWorld) {
  const { batches, workflows, files } = world;
  const ofTenant = (tenantId: string | null): PlantedBatch[] =>
    batches.filter((batch) => tenantId === null || batch.tenantId === tenantId);

  /**
   * Lists batches as GSI2 has them: an ended batch leaves the index after a time, and then need not be found by its
   * status.
   */
  function inStatus(tenantId: string | null, status: string): PlantedBatch[] {
    return ofTenant(tenantId)
      .filter((batch) => batch.isInIndex && batch.status === status)
      .toSorted((a, b) => b.since - a.since);
  }

  /**
   * Lists the review queue of domain.md, 1.2: documents that wait in batches that are PROCESSING, REVIEW_REQUIRED or
   * FAILED.
   */
  function waiting(
    tenantId: string | null,
  ): (PlantedDocument & Pick<PlantedBatch, 'tenantId' | 'batchId'>)[] {
    return ofTenant(tenantId)
      .filter((batch) => batch.isInIndex)
      .flatMap(({ tenantId: of, batchId, documents }) =>
        documents
          .filter(({ status }) => status === 'REVIEW_REQUIRED')
          .map((document) => ({ ...document, tenantId: of, batchId })),
      )
      .toSorted((a, b) => a.since - b.since);
  }

  return {
    ofTenant,
    inStatus,
    waiting,
    /** Counts the failed documents of each cause, among those that GSI2 still has. */
    causes: (some: readonly PlantedBatch[]): ReadonlyMap<string, number> =>
      tally(
        failedIn(some)
          .filter(({ isInIndex }) => isInIndex)
          .map(({ cause }) => (cause === null || cause.shape === 'none' ? 'no error' : cause.message)),
      ),
    failedIn,
    ofProject: (tenantId: string, projectId: string) =>
      ofTenant(tenantId).filter((batch) => batch.projectId === projectId),
    statuses: ({ documents }: PlantedBatch) => tally(documents.map(({ status }) => status)),
    /**
     * Lists batches by their UTC day of submission, both ends included. Batches without a creation time have no day.
     */
    between: (tenantId: string | null, from: string, to: string) =>
      ofTenant(tenantId).filter(({ createdAt }) => {
        if (createdAt === null) return false;
        const day = new Date(createdAt).toISOString().slice(0, 10);
        return from <= day && day <= to;
      }),
    createdSince: (some: readonly PlantedBatch[], since: number) =>
      some.filter(({ createdAt }) => createdAt !== null && createdAt >= since),
    withoutTime: (some: readonly PlantedBatch[]) => some.filter(({ createdAt }) => createdAt === null),
    workflowsOf: (tenantId: string, projectId: string) =>
      workflows
        .filter((one) => one.tenantId === tenantId && one.projectId === projectId)
        .toSorted((a, b) => b.updatedAt - a.updatedAt),
    standing: (status: 'downloading' | 'available', olderThan: number) =>
      files
        .filter((file) => file.status === status && file.since < olderThan)
        .toSorted((a, b) => a.since - b.since),
  };
}
function failedIn(some: readonly PlantedBatch[]): PlantedDocument[] {
  return some.flatMap(({ documents }) => documents.filter(({ status }) => status === 'FAILED'));
}

export type Recount = ReturnType<typeof recount>;

export function documentsIn(some: readonly PlantedBatch[]): number {
  return some.reduce((sum, { documents }) => sum + documents.length, 0);
}

export function tally(all: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}
