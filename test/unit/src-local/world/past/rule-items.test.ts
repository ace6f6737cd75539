import { expect, it } from 'vitest';
import { followCourses } from '#local/world/past/batch-course.ts';
import { buildDocument } from '#local/world/past/document-item.ts';
import { planPast } from '#local/world/past/past-plan.ts';
import { listRuleItems } from '#local/world/past/rule-items.ts';
import { hashInvoice, readInvoice } from '#pipelines/extraction/accepted-invoices.ts';
import { mostOrders } from '#shared/domain/review/invoice-key.ts';

const anchor = Date.parse('2026-11-20T14:00:00.000Z');
const plan = planPast({ seed: 'seed', anchor });
const courses = followCourses(plan);

it.each([
  ['northwind', 'carrier-invoices'],
  ['alder-finch', 'repair-invoices'],
  ['kestrel', 'supplier-invoices'],
])('%s has invoices that wait for review and were accepted before', (tenantId, workflowId) => {
  const items = listRuleItems(plan, courses, tenantId);
  const kept = new Set(items.map(({ PK }) => String(PK)));
  const newest = plan.batches
    .filter(({ workflow }) => workflow.tenantId === tenantId && workflow.workflowId === workflowId)
    .toSorted((one, other) => other.submittedAt - one.submittedAt)[0];
  if (!newest) throw new Error('There is no batch');
  const course = courses.of(newest);
  const twice = course.documents.filter((document) => {
    if (document.status !== 'REVIEW_REQUIRED') return false;
    const invoice = readInvoice(buildDocument(course, document).fields, newest.workflow.schema);
    return invoice !== undefined && kept.has(`TENANT#${tenantId}#INVOICE#${hashInvoice(invoice.key)}`);
  });
  expect(twice.length).toBeGreaterThanOrEqual(1);
});

it('each tenant has suppliers, and Northwind one whose account was changed, and orders that fit a list', () => {
  for (const tenantId of ['northwind', 'alder-finch', 'kestrel']) {
    const suppliers = listRuleItems(plan, courses, tenantId).filter(({ SK }) =>
      String(SK).startsWith('SUPPLIER#'),
    );
    expect([tenantId, suppliers.length]).toEqual([tenantId, expect.any(Number)]);
    expect(suppliers.length).toBeGreaterThan(3);
  }
  const items = listRuleItems(plan, courses, 'northwind');
  expect(items.filter(({ what }) => what === 'bank accounts changed')).toHaveLength(1);
  const orders = items.filter(({ SK }) => String(SK).startsWith('ORDER#'));
  expect(orders.length).toBeGreaterThan(50);
  expect(orders.length).toBeLessThan(mostOrders);
  expect(new Set(items.map(({ PK, SK }) => `${String(PK)}/${String(SK)}`)).size).toBe(items.length);
});
