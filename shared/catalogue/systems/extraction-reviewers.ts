import type { EntityDeclaration, PatternDeclaration, SampleItem } from '../declaration.ts';
import { commonAttributes } from './extraction-attributes.ts';

/** These items keep what other people found about the decisions of reviewers. */
export const reviewerEntities = {
  JudgedDecision: {
    table: 'main',
    about:
      'What another person found about a decision of a reviewer. It holds no values, and expires after 400 days.',
    keys: { PK: 'TENANT#{tenantId}#JUDGED', SK: '{personId}#{at:time}#{documentId}' },
    attributes: {
      ...commonAttributes,
      batchId: { type: 'text' },
      how: {
        type: 'text',
        oneOf: ['quality check', 'same decision', 'third person'],
        about:
          'How it was judged: by a check of its values, by a second person who decided blind, or by a third.',
      },
      judgedBy: { type: 'text', about: 'Who judged it.' },
      isRight: { type: 'flag', about: 'Nothing was found that differs.' },
      wrong: { type: 'number', about: 'In how many places it differs.' },
      isTakenBack: { type: 'flag', optional: true, about: 'The decision that judged it was taken back.' },
    },
    bytes: 350,
    largestBytes: 1_000,
  },
} as const satisfies Record<string, EntityDeclaration>;

export const reviewerPatterns = {
  workflowsByKeys: {
    number: 'AP62',
    asks: 'How are these workflows set, and what was promised of their batches?',
    title: 'Several workflows by id',
    on: 'main',
    partition: 'TENANT#{tenantId}#PROJECT#{projectId}',
    sort: { equals: 'WORKFLOW#{workflowId}' },
    returns: ['Workflow'],
    gives: 'many',
    each: true,
    // The review queue reads each of its workflows once a minute at most.
    usage: { callsPerDay: 500, items: 8 },
  },
  judgedOfReviewer: {
    number: 'AP63',
    asks: 'Were the decisions of this reviewer right?',
    title: 'Judged decisions of a reviewer',
    on: 'main',
    partition: 'TENANT#{tenantId}#JUDGED',
    sort: { beginsWith: '{personId}#' },
    order: 'newest first',
    returns: ['JudgedDecision'],
    gives: 'many',
    pageSize: 200,
    usage: { callsPerDay: 100, items: 50 },
  },
  judgedOfTenant: {
    number: 'AP64',
    asks: 'Were the decisions of all reviewers of this tenant right?',
    title: 'Judged decisions of a tenant',
    on: 'main',
    partition: 'TENANT#{tenantId}#JUDGED',
    returns: ['JudgedDecision'],
    gives: 'many',
    pageSize: 500,
    usage: { callsPerDay: 20, items: 300 },
  },
} as const satisfies Record<string, PatternDeclaration>;

export const reviewerSamples: readonly SampleItem[] = [
  {
    PK: 'TENANT#northwind#JUDGED',
    SK: 'user-maya-ortiz#2026-11-19T11:20:00.000Z#doc-01M7SJ8EE0A1',
    version: 1,
    createdAt: '2026-11-19T11:20:00.000Z',
    updatedAt: '2026-11-19T11:20:00.000Z',
    batchId: 'batch-01M7SJ8EE04C',
    how: 'quality check',
    judgedBy: 'user-tomas-lindqvist',
    isRight: false,
    wrong: 1,
    ttl: Math.floor(Date.parse('2026-11-19T11:20:00.000Z') / 1_000) + 400 * 86_400,
  },
];
