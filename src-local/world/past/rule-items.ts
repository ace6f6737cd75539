import { ulidAt } from '#shared/domain/id-forms.ts';
import { toNameKey, toNumberKey } from '#shared/domain/review/invoice-key.ts';
import { readInvoice, toStoredInvoice } from '#pipelines/extraction/accepted-invoices.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import type { PlainItem } from '#pipelines/plain-items.ts';
import { findSubject } from '../sheets/fields.ts';
import { listCompaniesFor, type Company } from '../sheets/parties.ts';
import { writeContents } from '../sheets/contents.ts';
import { hashText } from '../randomness.ts';
import { followBatch, type Courses } from './batch-course.ts';
import { buildDocument } from './document-item.ts';
import { once } from './lazy-telling.ts';
import { formatIsoTime } from './made-ids.ts';
import type { PastPlan } from './past-plan.ts';
import type { PlannedDocument } from './plan.ts';
import type { StoriedBatch } from './story.ts';
import { findAdmin } from './tenants.ts';

const day = 86_400_000;

/** Invoices of these workflows come twice: the newest batch has copies of what was approved in an earlier one. */
const withDuplicates = [
  'northwind/carrier-invoices',
  'alder-finch/repair-invoices',
  'kestrel/supplier-invoices',
];
const mostCopies = 2;

/** Returns the batches, with copies of approved documents in the place of others that wait for review as well. */
export function withCopies(batches: readonly StoriedBatch[], anchor: number): readonly StoriedBatch[] {
  const found = new Map<StoriedBatch, StoriedBatch>();
  for (const name of withDuplicates) {
    const own = batches
      .filter(({ workflow }) => `${workflow.tenantId}/${workflow.workflowId}` === name)
      .toSorted((one, other) => one.story.hoursAgo - other.story.hoursAgo);
    const [newest, ...others] = own;
    const earlier = others.find(({ story }) => story.reviewed !== undefined && story.known === undefined);
    if (!newest || !earlier) continue;
    const copies = once(() => copyApproved(newest, earlier, anchor));
    found.set(newest, { ...newest, document: (index) => copies().get(index) ?? newest.document(index) });
    found.set(earlier, { ...earlier, keepsInvoices: true });
  }
  return batches.map((batch) => found.get(batch) ?? batch);
}

function copyApproved(
  newest: StoriedBatch,
  earlier: StoriedBatch,
  anchor: number,
): ReadonlyMap<number, PlannedDocument> {
  const waiting = followBatch(newest, anchor).documents.flatMap(({ status, acts, planned }, index) =>
    status === 'REVIEW_REQUIRED' && acts.length === 0 ? [{ index, planned }] : [],
  );
  const approved = followBatch(earlier, anchor).documents.filter(
    ({ decision, passages }) => decision?.decision === 'approve' && passages.length === 1,
  );
  return new Map(
    approved.slice(0, mostCopies).flatMap(({ planned: { recipe } }, place) => {
      const own = waiting[place * 2 + 1];
      return own ? [[own.index, { ...own.planned, recipe }] as const] : [];
    }),
  );
}

/** Everything that the rules compare a tenant's documents with. */
export function listRuleItems(plan: PastPlan, courses: Courses, tenantId: string): PlainItem[] {
  return [
    ...listSuppliers(plan, tenantId),
    ...listOrders(plan, tenantId),
    ...plan.batches
      .filter(({ workflow, keepsInvoices }) => workflow.tenantId === tenantId && keepsInvoices)
      .flatMap((batch) => listAccepted(courses, batch)),
  ];
}

function listAccepted(courses: Courses, batch: StoriedBatch): PlainItem[] {
  const course = courses.of(batch);
  return course.documents.flatMap((of): PlainItem[] => {
    if (of.decision?.decision !== 'approve') return [];
    const document = buildDocument(course, of);
    const invoice = readInvoice(document.fields, batch.workflow.schema);
    if (!invoice || document.keptAs === undefined) return [];
    return [
      toStoredInvoice(document, invoice, { keptAs: document.keptAs, at: formatIsoTime(of.decision.at) }),
    ];
  });
}

/** This supplier is not on the list, and that one's account was changed on the list to another than it prints. */
const unlisted = 'Comptoir Lorrain SAS';
const changedAccount = { name: 'Relais des Ardennes SARL', iban: 'FR14 2004 1010 0505 0001 3M02 606' };

function listSuppliers({ anchor, tenants }: PastPlan, tenantId: string): PlainItem[] {
  const actor = findAdmin(tenantId)?.userId ?? 'admin';
  const madeAt = anchor - 58 * day;
  const changedAt = anchor - 2.3 * day;
  const companies = listCompanies(tenants, tenantId).filter(({ name }) => name !== unlisted);
  if (companies.length === 0) return [];
  const items = companies.map((company): PlainItem => {
    const isChanged = company.name === changedAccount.name;
    const at = isChanged ? changedAt : madeAt;
    return {
      ...keyOf.supplier(tenantId, toSupplierId(company.name)),
      version: isChanged ? 2 : 1,
      createdAt: formatIsoTime(madeAt),
      updatedAt: formatIsoTime(at),
      name: company.name,
      vatNumber: company.taxNumber,
      ibans: [isChanged ? changedAccount.iban : company.account],
      ibansChangedAt: formatIsoTime(at),
      ibansChangedBy: actor,
    };
  });
  const imported = aChange(tenantId, madeAt, {
    what: 'suppliers changed',
    actor,
    reason: 'Suppliers of the ledger, at the start.',
    counts: { added: items.length, changed: 0, removed: 0 },
  });
  const changed = companies.find(({ name }) => name === changedAccount.name);
  if (!changed) return [...items, imported];
  return [
    ...items,
    imported,
    aChange(tenantId, changedAt, {
      what: 'bank accounts changed',
      actor,
      reason: 'By a letter of the supplier.',
      supplierId: toSupplierId(changed.name),
      name: changed.name,
      before: [changed.account],
      after: [changedAccount.iban],
    }),
  ];
}

function aChange(tenantId: string, at: number, rest: PlainItem): PlainItem {
  const time = formatIsoTime(at);
  const hash = hashText(`${tenantId}/${time}`);
  let throws = 0;
  const eventId = ulidAt(at, () => ((hash >>> (throws++ % 16)) % 1_000) / 1_000);
  return {
    ...keyOf.listEvent(tenantId, eventId),
    version: 1,
    createdAt: time,
    updatedAt: time,
    ...rest,
  };
}

function listCompanies(tenants: PastPlan['tenants'], tenantId: string): readonly Company[] {
  const workflows = tenants
    .filter((tenant) => tenant.tenantId === tenantId)
    .flatMap(({ name, projects }) =>
      projects.flatMap((project) => project.workflows.map((workflow) => ({ ...workflow, recipient: name }))),
    );
  const companies = workflows
    // On a form, the tenant's own customers are named.
    .filter(({ kind }) => kind !== 'form')
    .flatMap((workflow) => listCompaniesFor(workflow.kind, findSubject(workflow)));
  return [...new Map(companies.map((company) => [company.name, company])).values()];
}

/** "harrow-pike-freight-ltd" of "Harrow & Pike Freight Ltd". */
export function toSupplierId(name: string): string {
  const words = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return words.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || toNameKey(name);
}

/** Returns about how many items a tenant has, without making the documents. */
export function estimateRuleItems(batches: readonly StoriedBatch[], tenantId: string): number {
  const documents = listOrdered(batches, tenantId).reduce((sum, { size }) => sum + size, 0);
  return 60 + Math.round((documents * 8) / 9);
}

/** Returns the batches whose orders are on the list. */
function listOrdered(batches: readonly StoriedBatch[], tenantId: string): readonly StoriedBatch[] {
  return batches
    .filter(({ workflow }) => `${workflow.tenantId}/${workflow.workflowId}` === withDuplicates[0])
    .filter(({ workflow, story }) => workflow.tenantId === tenantId && story.hoursAgo < 72);
}

/** The orders of the newest carrier invoices, without one in nine. */
function listOrders({ anchor, batches }: PastPlan, tenantId: string): PlainItem[] {
  const at = formatIsoTime(anchor - 3 * day);
  const orders = new Map<string, PlainItem>();
  for (const batch of listOrdered(batches, tenantId)) {
    for (let index = 0; index < batch.size; index += 1) {
      if (index % 9 === 4) continue;
      const { block, issuer } = writeContents(batch.document(index).recipe);
      const number = block.find(({ name }) => name === 'purchaseOrder')?.value ?? '';
      const key = toNumberKey(number);
      if (key === '' || orders.has(key)) continue;
      const times = { version: 1, createdAt: at, updatedAt: at };
      const supplierId = toSupplierId(issuer.text);
      orders.set(key, { ...keyOf.purchaseOrder(tenantId, key), ...times, number, supplierId });
    }
  }
  return [...orders.values()];
}
