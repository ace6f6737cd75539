import { buildSchema } from '../sheets/fields.ts';
import type { SheetKind, Subject } from '../sheets/sheet.ts';
import type { PlannedProject, PlannedTenant, PlannedWorkflow } from './plan.ts';

/** These endpoints are called when a run has ended. */
const webhooks = new Map([
  ['carrier-invoices', 'https://hooks.northwind.example/batches'],
  ['goods-in-notes', 'https://hooks.northwind.example/goods-in'],
  ['claim-forms', 'https://claims.alderfinch.example/hooks/read'],
  ['damage-forms', 'https://claims.alderfinch.example/hooks/read'],
  ['milk-delivery-notes', 'https://hooks.kestrel.example/dairy'],
]);

/** The tenants own the documents, and their workflows say what is read from them. */
export const tenants: readonly PlannedTenant[] = [
  tenant('northwind', 'Northwind Logistics', 'enterprise', {
    'freight-invoices': [
      'Freight invoices',
      workflow('carrier-invoices', 'Carrier invoices', 'invoice', 'freight', 'carrier', [0.56, 0.85]),
      workflow('customs-forms', 'Customs forms', 'form', 'customs', 'customs', [0.6, 0.86]),
      workflow('fuel-invoices', 'Fuel invoices', 'invoice', 'fuel', 'fuel', [0.56, 0.85]),
    ],
    warehouse: [
      'Warehouse',
      workflow('goods-in-notes', 'Goods-in notes', 'delivery note', 'supplies', 'goods-in', [0.55, 0.86]),
      workflow('returns-forms', 'Returns forms', 'form', 'return', 'return', [0.55, 0.85]),
    ],
  }),
  tenant('alder-finch', 'Alder & Finch Insurance', 'business', {
    'motor-claims': [
      'Motor claims',
      {
        ...workflow('claim-forms', 'Claim forms', 'form', 'claim', 'claim', [0.6, 0.87]),
        secondReview: 'blind',
      },
      workflow('repair-invoices', 'Repair invoices', 'invoice', 'repairs', 'repair', [0.58, 0.85]),
    ],
    'household-claims': [
      'Household claims',
      workflow('damage-forms', 'Damage reports', 'form', 'damage', 'damage', [0.6, 0.87]),
      workflow(
        'contractor-invoices',
        'Contractor invoices',
        'invoice',
        'building',
        'contractor',
        [0.58, 0.85],
      ),
    ],
  }),
  tenant('kestrel', 'Kestrel Foods', 'business', {
    dairy: [
      'Dairy',
      workflow('milk-delivery-notes', 'Milk delivery notes', 'delivery note', 'milk', 'milk', [0.55, 0.86]),
    ],
    purchasing: [
      'Purchasing',
      workflow('supplier-invoices', 'Supplier invoices', 'invoice', 'food', 'supplier', [0.56, 0.85]),
    ],
    quality: [
      'Quality',
      workflow('inspection-forms', 'Inspection forms', 'form', 'inspection', 'inspection', [0.58, 0.86]),
    ],
  }),
];

type NewWorkflow = Omit<PlannedWorkflow, 'tenantId' | 'projectId'>;

function tenant(
  tenantId: string,
  name: string,
  plan: PlannedTenant['plan'],
  projects: Readonly<Record<string, readonly [name: string, ...NewWorkflow[]]>>,
): PlannedTenant {
  return {
    tenantId,
    name,
    plan,
    projects: Object.entries(projects).map(([projectId, [projectName, ...workflows]]): PlannedProject => {
      const owned = workflows.map((one) => ({ ...one, tenantId, projectId }));
      return { projectId, name: projectName, workflows: owned };
    }),
  };
}

function workflow(
  workflowId: string,
  name: string,
  kind: SheetKind,
  about: Subject,
  filePrefix: string,
  [confidenceThreshold, reviewThreshold]: readonly [number, number],
): NewWorkflow {
  const webhookUrl = webhooks.get(workflowId);
  return {
    workflowId,
    name,
    kind,
    about,
    filePrefix,
    schema: buildSchema(kind, about),
    confidenceThreshold,
    reviewThreshold,
    ...(webhookUrl !== undefined && { webhookUrl }),
  };
}

/** A person who works for a tenant: a reviewer, or the owner of a workflow. */
export interface Person {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly roles: Readonly<Record<string, 'support' | 'reviewer' | 'admin'>>;
}

export const people: readonly Person[] = [
  person('maya-ortiz', 'Maya Ortiz', 'northwind.example', { northwind: 'reviewer' }),
  person('piotr-zielinski', 'Piotr Zieliński', 'northwind.example', { northwind: 'reviewer' }),
  person('hanna-brandt', 'Hanna Brandt', 'northwind.example', { northwind: 'admin' }),
  person('olu-adeyemi', 'Olu Adeyemi', 'northwind.example', { northwind: 'support' }),
  person('tomas-lindqvist', 'Tomas Lindqvist', 'alderfinch.example', { 'alder-finch': 'admin' }),
  person('grace-whitcombe', 'Grace Whitcombe', 'alderfinch.example', { 'alder-finch': 'reviewer' }),
  person('sadiq-rahman', 'Sadiq Rahman', 'alderfinch.example', { 'alder-finch': 'reviewer' }),
  person('elin-vestergaard', 'Elin Vestergaard', 'kestrel.example', { kestrel: 'reviewer' }),
  person('bruno-castel', 'Bruno Castel', 'kestrel.example', { kestrel: 'admin' }),
  person('ruth-amberley', 'Ruth Amberley', 'kestrel.example', { kestrel: 'support' }),
  // They review for tenants with too much to read.
  person('ida-falk', 'Ida Falk', 'reading-room.example', { northwind: 'reviewer', kestrel: 'reviewer' }),
  person('jonah-pell', 'Jonah Pell', 'reading-room.example', {
    northwind: 'reviewer',
    'alder-finch': 'reviewer',
  }),
];

export function listReviewers(tenantId: string): readonly Person[] {
  return people.filter(({ roles }) => Object.hasOwn(roles, tenantId) && roles[tenantId] === 'reviewer');
}

export function findAdmin(tenantId: string): Person | undefined {
  return people.find(({ roles }) => Object.hasOwn(roles, tenantId) && roles[tenantId] === 'admin');
}

function person(id: string, name: string, domain: string, roles: Person['roles']): Person {
  return { userId: `user-${id}`, name, email: `${id.replace('-', '.')}@${domain}`, roles };
}
