import type { EarlierDocument, Finding, Knowledge, Weights } from '#shared/contract/review-rules.ts';
import { listed } from '#shared/domain/formatting.ts';
import { ruleNames } from '#shared/domain/review/rule-names.ts';
import { checkDocument, listStops, noKnowledge, type Subject } from '#shared/domain/review/rules.ts';
import { findRole, type FieldRole } from '#shared/domain/review/field-roles.ts';
import { findEarlier, hashInvoice, readInvoice, type Invoice } from '../extraction/accepted-invoices.ts';
import type { BatchItem, DocumentItem, StoredFinding, WorkflowItem } from '../extraction/item-shapes.ts';
import { getWorkflow } from '../extraction/read-items.ts';
import type { PipelineParts } from '../parts.ts';
import { ApiProblem } from './call.ts';
import { readResults, type Results } from './corrections.ts';
import { readOrders, readSuppliers } from './tenant-lists.ts';

/** The judgement of the rules on a document as it would be stored. */
export interface Judgement {
  readonly findings: readonly StoredFinding[];
  /** A rule asks for two people who decide without seeing each other's decision. */
  readonly isForTwo: boolean;
  readonly invoice: Invoice | undefined;
  /** The results that were judged. */
  readonly results: Results;
  readonly workflow: WorkflowItem | undefined;
  /** No earlier document of the supplier and number was found, so there may be none when this one is accepted. */
  readonly isOnlyIfFirst: boolean;
}

/** Returns a function that judges the documents of one batch. The tenant's lists are read once, if a document needs them. */
export function judgeDocuments(
  parts: PipelineParts,
  batch: BatchItem,
): (document: DocumentItem, results?: Results) => Promise<Judgement> {
  let workflow: Promise<WorkflowItem | undefined> | undefined;
  let lists: Promise<Pick<Knowledge, 'suppliers' | 'purchaseOrders'>> | undefined;
  /** Documents that were judged in the same call are accepted together with this one. */
  const together = new Map<string, EarlierDocument[]>();
  return async (document, corrected) => {
    const [of, results] = await Promise.all([
      (workflow ??= getWorkflow(parts, batch)),
      corrected ?? readResults(parts, document),
    ]);
    const schema = of?.schema ?? {};
    const subject = toSubject(results, schema);
    const invoice = readInvoice(results.fields, schema);
    const isOfSupplier = hasRole(subject, 'supplier');
    const [known, earlier] = await Promise.all([
      isOfSupplier ? (lists ??= readLists(parts, batch.tenantId)) : noLists,
      invoice ? findEarlier(parts, document, invoice) : null,
    ]);
    const same = invoice ? (together.get(hashInvoice(invoice.key)) ?? []) : [];
    const knowledge: Knowledge = {
      ...known,
      customer: of?.customer
        ? { names: [...of.customer.names], vatNumbers: [...of.customer.vatNumbers] }
        : null,
      earlier: earlier && [...earlier, ...same],
      receivedOn: (document as Partial<DocumentItem>).receivedAt?.slice(0, 10) ?? null,
    };
    const findings = checkDocument(subject, of?.rules ?? {}, knowledge);
    if (invoice) together.set(hashInvoice(invoice.key), [...same, describeNow(parts, document, invoice)]);
    return {
      findings: findings.slice(0, mostKept).map(withoutValues),
      isForTwo: findings.some(({ weight }) => weight === 'stop for two'),
      invoice,
      results,
      workflow: of,
      isOnlyIfFirst: earlier?.length === 0 && same.length === 0,
    };
  };
}

function describeNow(
  parts: PipelineParts,
  { batchId, documentId, fileName }: DocumentItem,
  { amount }: Invoice,
): EarlierDocument {
  const acceptedAt = new Date(parts.now()).toISOString();
  return { batchId, documentId, fileName, acceptedAt, amount, isSameAmount: true };
}

/** A line has a finding of its own, and a document may have 500. */
const mostKept = 50;
const noLists = { suppliers: null, purchaseOrders: null };

async function readLists(
  parts: PipelineParts,
  tenantId: string,
): Promise<Pick<Knowledge, 'suppliers' | 'purchaseOrders'>> {
  const [suppliers, orders] = await Promise.all([
    readSuppliers(parts, tenantId),
    readOrders(parts, tenantId),
  ]);
  return {
    suppliers: suppliers ? [...suppliers] : null,
    purchaseOrders: orders ? [...orders] : null,
  };
}

/** Returns the rules that the values broke as they were read, and no longer break, whatever the workflow makes of them. */
export function listRulesBroken(read: Results, corrected: Results, schema: WorkflowItem['schema']): string[] {
  const [before, after] = [read, corrected].map(
    (results) =>
      new Set(
        checkDocument(toSubject(results, schema), allWarn, noKnowledge).map(({ rule }) => rule as string),
      ),
  );
  return [...(before ?? [])].filter((rule) => !after?.has(rule));
}

const allWarn = Object.fromEntries(ruleNames.map((rule) => [rule, 'warn'])) as Weights;

/** The values that would be stored. A field of the schema that is nowhere is missing. */
function toSubject({ fields, lineItems, checks = [] }: Results, schema: WorkflowItem['schema']): Subject {
  const others = Object.keys(fields).filter((name) => !Object.hasOwn(schema, name));
  return {
    fields: [...Object.keys(schema), ...others].map((name) => {
      // An item that was imported by hand may have anything here.
      const field: unknown = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const of = (typeof field === 'object' && field !== null ? field : {}) as Partial<
        Results['fields'][string]
      >;
      const value = typeof of.value === 'string' ? of.value : null;
      const isUnreadable = of.readBy === 'reviewer' && (value ?? '') === '';
      return {
        name,
        type: Object.hasOwn(schema, name) ? (schema[name] ?? null) : null,
        value,
        isSettled: of.absent === true || isUnreadable,
      };
    }),
    lines: lineItems.map((line) => {
      const { description, quantity, unit, amount } = (line ?? {}) as unknown as Readonly<
        Record<string, unknown>
      >;
      return {
        description: toText(description),
        quantity: toText(quantity),
        unit: toText(unit),
        amount: toText(amount),
      };
    }),
    checks: (Array.isArray(checks) ? checks : []).flatMap((check) =>
      toText((check as { name?: unknown })?.name),
    ),
    knowsEarlier: true,
  };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function hasRole({ fields }: Subject, role: FieldRole): boolean {
  return fields.some((field) => findRole(field) === role);
}

/** The sentence of a finding may quote values, and so does not stay with the decision. */
function withoutValues({ rule, weight, places }: Finding): StoredFinding {
  return { rule, weight, places };
}

/** A document may be approved against a rule that stops it only with a reason. */
export function requireReason(findings: readonly StoredFinding[], reason: string | undefined): void {
  if (reason !== undefined) return;
  const stops = listStops(findings.map((one) => ({ ...one, says: '', places: [...one.places] })));
  if (stops.length === 0) return;
  const rules = stops.map(withoutValues);
  const named = rules.map(({ rule, places }) =>
    places.length === 0 ? rule : `${rule} (${places.join(', ')})`,
  );
  const detail = `The document breaks ${rules.length === 1 ? 'a rule that stops' : 'rules that stop'} it: ${listed(named)}. Nothing was done; correct it, or give a reason.`;
  throw new ApiProblem('against-rules', detail, undefined, rules);
}

/** "iban: stop, sum of lines: warn", for a passport, which shows rules by name only. */
export function describeFindings(findings: readonly StoredFinding[]): Readonly<Record<string, string>> {
  if (findings.length === 0) return {};
  const rules = new Map(findings.map(({ rule, weight }) => [rule, `${rule}: ${weight}`]));
  return { againstRules: [...rules.values()].join(', ') };
}
