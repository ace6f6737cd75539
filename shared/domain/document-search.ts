/** How far a document is looked for by its id alone. */
export const documentSearch = {
  /** At most so many batches are asked by key. */
  batches: 200,
  /** So many batches of each list are read from each shard of attention. */
  attentionOfShard: 25,
  tenants: 3,
  projects: 10,
  page: 50,
} as const;

/** A key that leads to nothing costs half a read unit. A list of batches has some 13 units a hundred. */
export const mostUnitsOfDocumentSearch = {
  'batches that need attention': documentSearch.batches / 2 + 3 * 8 * 3,
  'newest batches': documentSearch.batches / 2 + documentSearch.tenants * (3 + documentSearch.projects) * 7,
} as const;
