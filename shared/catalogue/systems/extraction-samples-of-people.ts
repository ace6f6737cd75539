import type { SampleItem } from '../declaration.ts';

const since = { version: 1, createdAt: '2026-09-01T08:00:00.000Z', updatedAt: '2026-09-01T08:00:00.000Z' };

const northwind = { name: 'Northwind Logistics', plan: 'business', ...since };
const alder = { name: 'Alder & Finch Insurance', plan: 'starter', ...since };
const maya = { name: 'Maya Ortiz', ...since };
const tomas = { name: 'Tomas Lindqvist', ...since };

export const samplePeople: readonly SampleItem[] = [
  { PK: 'DIRECTORY#TENANTS', SK: 'TENANT#alder-finch', ...alder },
  { PK: 'DIRECTORY#TENANTS', SK: 'TENANT#northwind', ...northwind },
  { PK: 'TENANT#alder-finch', SK: 'METADATA', ...alder },
  { PK: 'TENANT#northwind', SK: 'METADATA', ...northwind },
  {
    PK: 'USER#user-maya-ortiz',
    SK: 'PROFILE',
    GSI1PK: 'maya.ortiz@northwind.example',
    GSI1SK: 'USER#user-maya-ortiz',
    email: 'maya.ortiz@northwind.example',
    tenantIds: ['northwind'],
    ...maya,
  },
  {
    PK: 'USER#user-tomas-lindqvist',
    SK: 'PROFILE',
    GSI1PK: 'tomas@alderfinch.example',
    GSI1SK: 'USER#user-tomas-lindqvist',
    email: 'tomas@alderfinch.example',
    tenantIds: ['alder-finch'],
    ...tomas,
  },
  { PK: 'TENANT#northwind', SK: 'USER#user-maya-ortiz', role: 'reviewer', ...maya },
  { PK: 'TENANT#alder-finch', SK: 'USER#user-tomas-lindqvist', role: 'admin', ...tomas },
  {
    PK: 'TENANT#northwind',
    SK: 'PROJECT#freight-invoices',
    ...since,
    name: 'Freight invoices',
    batchCount: 4,
  },
  { PK: 'TENANT#alder-finch', SK: 'PROJECT#motor-claims', ...since, name: 'Motor claims', batchCount: 1 },
  aWorkflow('northwind', 'freight-invoices', 'carrier-invoices', {
    name: 'Carrier invoices',
    version: 4,
    updatedAt: '2026-11-12T16:20:00.000Z',
    confidenceThreshold: 0.6,
    reviewThreshold: 0.85,
    schema: { invoiceNumber: 'text', carrier: 'text', issuedOn: 'date', total: 'money' },
    objective: { percent: 95, minutes: 15 },
  }),
  aWorkflow('northwind', 'freight-invoices', 'customs-forms', {
    name: 'Customs forms',
    version: 1,
    updatedAt: '2026-10-05T07:45:00.000Z',
    confidenceThreshold: 0.7,
    reviewThreshold: 0.9,
    schema: { declarant: 'text', tariffCode: 'text', weightKg: 'number' },
  }),
  aWorkflow('alder-finch', 'motor-claims', 'claim-forms', {
    name: 'Claim forms',
    version: 2,
    updatedAt: '2026-10-21T13:10:00.000Z',
    confidenceThreshold: 0.65,
    reviewThreshold: 0.92,
    schema: { policyNumber: 'text', accidentOn: 'date', claimed: 'money' },
  }),
];

function aWorkflow(
  tenantId: string,
  projectId: string,
  workflowId: string,
  workflow: SampleItem & { readonly updatedAt: string },
): SampleItem {
  const PK = `TENANT#${tenantId}#PROJECT#${projectId}`;
  return {
    PK,
    SK: `WORKFLOW#${workflowId}`,
    GSI1PK: PK,
    GSI1SK: workflow.updatedAt,
    createdAt: '2026-10-02T09:00:00.000Z',
    ...workflow,
  };
}

const batch = 'batch-01M7SJ8EE04C';
const endpoint = 'https://hooks.northwind.example/extraction';

export const samplePipelineItems: readonly SampleItem[] = [
  {
    PK: `TENANT#northwind#BATCH#${batch}`,
    SK: 'DELIVERY#6f0d5b0c-41f7-4a3e-9a39-0c1f6d0c7b11',
    version: 3,
    createdAt: '2026-11-19T09:35:14.276Z',
    updatedAt: '2026-11-19T09:36:15.002Z',
    run: 1,
    url: endpoint,
    messageId: '6f0d5b0c-41f7-4a3e-9a39-0c1f6d0c7b11',
    attempts: 3,
    outcome: 'delivered',
    status: 200,
  },
  {
    PK: `TENANT#northwind#BATCH#${batch}`,
    SK: 'DELIVERY#c9e3f6d2-8b54-4f0b-8f3d-52b1a7e09f42',
    version: 5,
    createdAt: '2026-11-19T11:02:44.496Z',
    updatedAt: '2026-11-19T11:07:50.118Z',
    run: 2,
    url: endpoint,
    messageId: 'c9e3f6d2-8b54-4f0b-8f3d-52b1a7e09f42',
    attempts: 5,
    outcome: 'refused',
    status: 503,
  },
  {
    PK: 'MESSAGE#c9e3f6d2-8b54-4f0b-8f3d-52b1a7e09f42',
    SK: 'FAILURE',
    version: 5,
    createdAt: '2026-11-19T11:02:44.496Z',
    updatedAt: '2026-11-19T11:07:50.118Z',
    queue: 'autowired-webhooks-sandbox',
    stage: 'webhook',
    code: 'WebhookRefused',
    message: `${endpoint} answered 503`,
    attempts: 5,
    tenantId: 'northwind',
    batchId: batch,
    ttl: 1_796_296_070,
  },
  {
    PK: 'CALLER#user-maya-ortiz',
    SK: 'REQUEST#0f4c1d9a-6b7e-4c62-9a55-3b1f0d8e7a20',
    version: 1,
    createdAt: '2026-11-19T11:06:02.000Z',
    updatedAt: '2026-11-19T11:06:02.000Z',
    fingerprint: 'sMGy9anoTR9rfTwOWk-ejXxrWkk4JxYFn459bFtKOSE',
    status: 200,
    body: '{"document":{"documentId":"doc-01M7SJ8EE0A4","status":"REJECTED"}}',
    ttl: 1_795_172_762,
  },
  {
    PK: 'CALLER#user-maya-ortiz',
    SK: 'AUDIT#console-maya#0000000000001284',
    version: 1,
    createdAt: '2026-11-19T11:06:03.704Z',
    updatedAt: '2026-11-19T11:06:03.704Z',
    chain: 'console-maya',
    sequence: 1_284,
    hash: '2f7c9be1d04a5e3386f1c2d7b9a4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f6',
  },
];
