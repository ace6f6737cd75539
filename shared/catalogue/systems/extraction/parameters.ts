import type { ParameterDeclaration } from '../../declaration.ts';
import { statusesInIndex } from './common-attributes.ts';

export const extractionParameters = {
  tenantId: { label: 'Tenant', example: 'northwind' },
  projectId: { label: 'Project', example: 'freight-invoices' },
  workflowId: { label: 'Workflow', example: 'carrier-invoices' },
  batchId: { label: 'Batch', example: 'batch-01M7SJ8EE04C' },
  documentId: { label: 'Document', example: 'doc-01M7SJ8EE0A2' },
  userId: { label: 'User', example: 'user-maya-ortiz' },
  email: { label: 'E-mail address', example: 'maya.ortiz@northwind.example' },
  status: {
    label: 'Status',
    about: 'Other statuses have no index; ask for all documents of a batch instead.',
    oneOf: statusesInIndex,
    example: 'FAILED',
  },
  messageId: { label: 'Message', example: 'c9e3f6d2-8b54-4f0b-8f3d-52b1a7e09f42' },
  callerId: {
    label: 'Caller',
    about: 'As the API knows them: the "sub" of their token.',
    example: 'user-maya-ortiz',
  },
  idempotencyKey: { label: 'Idempotency key', example: '0f4c1d9a-6b7e-4c62-9a55-3b1f0d8e7a20' },
  before: { label: 'Before', example: '2026-11-20T00:00:00.000Z' },
  from: { label: 'From', example: '2026-11-19T00:00:00.000Z' },
  to: { label: 'To', example: '2026-11-20T00:00:00.000Z' },
} as const satisfies Record<string, ParameterDeclaration>;
