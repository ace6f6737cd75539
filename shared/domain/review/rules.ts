import type { ReviewDocument } from '../../contract/review-document.ts';
import type { Finding, Knowledge, RuleName, RuleWeight, Weights } from '../../contract/review-rules.ts';
import { bareVatNumber, ibanProblem, vatProblem } from './account-and-tax-numbers.ts';
import { checkAmounts, type Line } from './amount-rules.ts';
import { arrangeLines, editAt, fieldLabel, valueWith, type Edits, type Place } from './draft-rules.ts';
import { fieldProblem } from './field-check.ts';
import { checkDates } from './date-rules.ts';
import { findRole, type FieldRole } from './field-roles.ts';
import { isSameInvoice, readInvoiceValues, toInvoiceKey } from './invoice-key.ts';
import { checkAgainstKnowledge } from './knowledge-rules.ts';
import { toSentencePart } from './line-checks.ts';
import { findEditedLines } from './line-values.ts';
import { fieldType, normalisedValue } from './normalised-value.ts';
import { amountParts } from './printed-amount.ts';

/** The weight of each rule where the workflow does not say otherwise. */
export const defaultWeights: Readonly<Record<RuleName, RuleWeight>> = {
  iban: 'stop',
  'vat number': 'warn',
  'date exists': 'stop',
  'date order': 'warn',
  'date span': 'note',
  currency: 'warn',
  'line amount': 'note',
  'sum of lines': 'warn',
  taxes: 'warn',
  customer: 'stop',
  format: 'warn',
  missing: 'warn',
  duplicate: 'stop for two',
  supplier: 'warn',
  'purchase order': 'note',
};

/** Knows nothing besides the document. */
export const noKnowledge: Knowledge = {
  customer: null,
  suppliers: null,
  purchaseOrders: null,
  earlier: null,
  receivedOn: null,
};

interface SubjectField {
  readonly name: Place;
  /** The type in the workflow's schema; null if the schema does not name the field. */
  readonly type: string | null;
  readonly value: string | null;
  /** A person decided that it is unreadable, or that the document does not have it. */
  readonly isSettled?: boolean;
}

/** The values that are checked: those of a document with a person's edits, or those that would be stored. */
export interface Subject {
  readonly fields: readonly SubjectField[];
  readonly lines: readonly Line[];
  /** The names of the pipeline's own checks, which say what the lines add up to and which rate is printed. */
  readonly checks: readonly string[];
  /** Earlier documents were looked up for this supplier and number. The pipeline always does that beforehand. */
  readonly knowsEarlier: boolean;
}

export interface RoledField extends SubjectField {
  readonly role: FieldRole | null;
}

/** A check that failed, before its weight is known. */
export interface Fault {
  readonly rule: RuleName;
  readonly places: readonly Place[];
  readonly says: string;
  /** The least weight of this fault, whatever the usual weight of the rule is. A rule that is off finds nothing. */
  readonly atLeast?: RuleWeight;
  /** The greatest weight of this fault. */
  readonly atMost?: RuleWeight;
}

/** Builds the values to check from a document with a person's edits. */
export function buildSubject(read: ReviewDocument, edits: Edits): Subject {
  const document = arrangeLines(read, edits);
  const fields = document.fields.map(({ name, type, value, readBy, absent }): SubjectField => {
    const edit = editAt(edits, name);
    if (edit === undefined) {
      const isSettled = absent === true || (readBy === 'reviewer' && (value ?? '') === '');
      return { name, type, value, isSettled };
    }
    const now = valueWith(document, edits, name);
    return { name, type, value: now, isSettled: edit.kind === 'unreadable' || edit.kind === 'absent' };
  });
  const lines = findEditedLines(document, edits);
  const checks = document.checks.map(({ name }) => name);
  return { fields, lines, checks, knowsEarlier: knowsEarlier(read, fields) };
}

function knowsEarlier({ knowledge, fields: read }: ReviewDocument, fields: readonly SubjectField[]): boolean {
  // Most documents have none, and this is asked for each key that is typed.
  if (knowledge.earlier === null || knowledge.earlier.length === 0) return false;
  const lookedUp = knowledge.earlierFor ?? toInvoiceKey(readInvoiceValues(read));
  return isSameInvoice(lookedUp, toInvoiceKey(readInvoiceValues(fields)));
}

/** Returns the checks that failed, the heaviest first. */
export function checkDocument(subject: Subject, weights: Weights, knowledge: Knowledge): readonly Finding[] {
  const fields = subject.fields.map((field): RoledField => ({ ...field, role: findRole(field) }));
  const given = fields.filter(({ value }) => value !== null && value.trim() !== '');
  const faults = [
    ...fields.flatMap((field) => checkField(field)),
    ...checkDates(given, knowledge.receivedOn),
    ...checkCurrency(given),
    ...checkAmounts(subject, given),
    ...checkAgainstKnowledge(subject, given, knowledge),
  ];
  return faults
    .flatMap((fault) => toFinding(fault, weights))
    .toSorted((one, other) => rankWeight(other.weight) - rankWeight(one.weight));
}

function toFinding({ rule, places, says, atLeast, atMost }: Fault, weights: Weights): readonly Finding[] {
  const usual = weights[rule] ?? defaultWeights[rule];
  if (usual === 'off') return [];
  const raised = atLeast !== undefined && rankWeight(atLeast) > rankWeight(usual) ? atLeast : usual;
  const weight = atMost !== undefined && rankWeight(atMost) < rankWeight(raised) ? atMost : raised;
  return weight === 'off' ? [] : [{ rule, weight, places: [...places], says }];
}

const ranks: Readonly<Record<RuleWeight, number>> = { off: 0, note: 1, warn: 2, stop: 3, 'stop for two': 4 };

export function rankWeight(weight: RuleWeight): number {
  return ranks[weight];
}

/** Returns the findings that keep an approval from going through with one key. */
export function listAgainstApproval(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ weight }) => rankWeight(weight) >= ranks.warn);
}

/** Returns the findings that take a reason. */
export function listStops(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ weight }) => rankWeight(weight) >= ranks.stop);
}

/** Checks a value without looking at the others. */
function checkField({ name, type, value, role, isSettled }: RoledField): readonly Fault[] {
  const text = value?.trim() ?? '';
  if (text === '') {
    if (type === null || isSettled === true) return [];
    return [
      {
        rule: 'missing',
        places: [name],
        says: `${fieldLabel(name)} is missing, and the workflow asks for it.`,
      },
    ];
  }
  const { kind } = fieldType(type);
  const fault = (rule: RuleName, problem: string | null): readonly Fault[] =>
    problem === null ? [] : [{ rule, places: [name], says: `${fieldLabel(name)}: ${problem}` }];
  if (kind === 'date') return [];
  if (kind === 'iban') return fault('iban', ibanProblem(text));
  if (kind === 'vat') return fault('vat number', vatProblem(text));
  // A plain text is checked only if it looks like such a number.
  if (role === 'iban' && /^[A-Z]{2} ?\d{2}[\dA-Z ]{8,}$/i.test(text)) return fault('iban', ibanProblem(text));
  if ((role === 'vat number' || role === "customer's vat number") && /^[A-Z]{2}/.test(bareVatNumber(text))) {
    return fault('vat number', vatProblem(text));
  }
  return fault('format', fieldProblem(type, text));
}

/** All amounts are of one currency. "$" and "kr" stand for several. */
function checkCurrency(fields: readonly RoledField[]): readonly Fault[] {
  const stated = fields.find(({ role }) => role === 'currency');
  const found: { readonly name: Place; readonly code: string }[] = [];
  if (stated?.value?.trim()) {
    const code = findCode(stated);
    if (code !== null) found.push({ name: stated.name, code });
  }
  for (const { name, type, value } of fields) {
    if (name === stated?.name || fieldType(type).kind !== 'money') continue;
    const code = amountParts(value ?? '')?.currency ?? null;
    if (code !== null) found.push({ name, code });
  }
  const [one] = found;
  const other = one === undefined ? undefined : found.find(({ code }) => !areAlike(one.code, code));
  if (one === undefined || other === undefined) return [];
  const says = `${fieldLabel(one.name)} says ${one.code}, but ${toSentencePart(fieldLabel(other.name))} is in ${other.code}.`;
  return [{ rule: 'currency', places: [one.name, other.name], says }];
}

function findCode({ type, value }: RoledField): string | null {
  const text = normalisedValue(type, value ?? '');
  const code = amountParts(`${text} 1`)?.currency ?? null;
  return code !== null && /^(?:[A-Z]{3}|\$|kr|¥)$/.test(code) ? code : null;
}

function areAlike(one: string, other: string): boolean {
  return one === other || standsFor(one, other) || standsFor(other, one);
}

function standsFor(sign: string, code: string): boolean {
  if (sign === '$') return /^(?:USD|CAD|AUD|NZD|HKD|SGD|MXN)$/.test(code);
  if (sign === 'kr') return /^(?:DKK|NOK|SEK|ISK)$/.test(code);
  return sign === '¥' && (code === 'JPY' || code === 'CNY');
}
