import type { Item } from '../../aws/dynamodb/values/attribute-value.ts';
import { keyOf } from '../../pipelines/extraction/keys.ts';
import { buildSchema } from '../sheets/fields.ts';
import type { PlannedProject, PlannedTenant, PlannedWorkflow } from './plan.ts';
import { toAttributes } from './lazy-telling.ts';

const tenantId = 'quill';

/** The workflows that batches of the awkward tenant belong to, by what is odd about them. */
export const quillWorkflows = {
  /** Both thresholds 0: whatever was read is good enough. Its endpoint is gone for good. */
  letters: workflow(
    'odds-and-ends',
    'letters',
    'Letters ✉️ – each a batch of its own',
    0,
    0,
    'hooks.quill.example/letters',
  ),
  /** With 0 and 1 nothing fails, and nothing is accepted automatically. */
  doubts: workflow('odds-and-ends', 'doubts', 'Doubts all ≤ 1', 0, 1, 'desk.quill.example/inbox'),
  /** Both 1: only perfection will do. */
  refusals: workflow('odds-and-ends', 'refusals', 'Refuses all but 1.00', 1, 1, 'desk.quill.example/inbox'),
  /** The whole archive was once sent as one batch. */
  archive: workflow('archive', 'archive', 'Archive 1998–2024', 0.5, 0.8),
  /** It never got a document. */
  unused: workflow(
    'archive',
    'unused',
    longName('Workflow that has not been used since it was made'),
    0.6,
    0.9,
  ),
} as const satisfies Record<string, PlannedWorkflow>;

/** A small customer whose data is not as anybody expected. */
export const quill: PlannedTenant = {
  tenantId,
  name: 'Quill & Çağlar – Büro für Übersetzungen 翻訳事務所 ✒️',
  plan: 'starter',
  projects: [
    project('odds-and-ends', 'Δείγματα & odds and ends', [
      quillWorkflows.letters,
      quillWorkflows.doubts,
      quillWorkflows.refusals,
    ]),
    project(
      'archive',
      longName('Archive of everything that was ever typed, scanned or faxed in this house'),
      [quillWorkflows.archive, quillWorkflows.unused],
    ),
    project('empty', 'Ещё ничего нет', []),
  ],
};

function project(projectId: string, name: string, workflows: readonly PlannedWorkflow[]): PlannedProject {
  return { projectId, name, workflows };
}

function workflow(
  projectId: string,
  workflowId: string,
  name: string,
  confidenceThreshold: number,
  reviewThreshold: number,
  webhook?: string,
): PlannedWorkflow {
  return {
    tenantId,
    projectId,
    workflowId,
    name,
    kind: 'form',
    about: 'return',
    schema: buildSchema('form', 'return'),
    confidenceThreshold,
    reviewThreshold,
    ...(webhook !== undefined && { webhookUrl: `https://${webhook}` }),
  };
}

/** Makes the longest name that the field allows. */
function longName(beginning: string): string {
  return `${beginning}${', and so on'.repeat(24)}`.slice(0, 256);
}

const userId = 'user-cagla-quill';
const email = 'çağla+everything@quill.example';
/** One of those who have a name for every ancestor. */
const name = `Çağla ${'María de la Concepción Żółć-Öztürk '.repeat(7)}Quill`;

/** The only person at the awkward tenant. Her role was never written down. */
export function tellLongNamed(anchor: number): Item[] {
  const at = new Date(anchor - 400 * 24 * 3_600_000).toISOString();
  const common = { version: 1, createdAt: at, updatedAt: at, name };
  return [
    toAttributes({
      ...keyOf.user(userId),
      GSI1PK: email,
      GSI1SK: `USER#${userId}`,
      ...common,
      email,
      tenantIds: new Set([quill.tenantId]),
    }),
    toAttributes({ ...keyOf.userInTenant(quill.tenantId, userId), ...common }),
  ];
}
