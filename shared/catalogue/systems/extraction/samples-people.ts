import type { SampleItem } from '../../declaration.ts';

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
