import type { ReviewDocument } from '../../contract/review-document.ts';
import type { Finding, Knowledge, RuleName, RuleWeight, Weights } from '../../contract/review-rules.ts';
import { bareVatNumber, ibanProblem, vatProblem } from './account-and-tax-numbers.ts';
import { checkAmounts, type Line } from './amount-rules.ts';
import { arrangeLines, editAt, fieldLabel, valueWith, type Edits, type Place } from './draft-rules.ts';
import { fieldProblem } from './field-check.ts';
import { findRole, orderedDates, plainName, type FieldRole } from './field-roles.ts';
import { isSameInvoice, readInvoiceValues, toInvoiceKey } from './invoice-key.ts';
import { checkAgainstKnowledge } from './knowledge-rules.ts';
import { toSentencePart } from './line-checks.ts';
import { findEditedLines } from './line-values.ts';
import { fieldType, normalisedValue, printedDays, type PrintedDate } from './normalised-value.ts';
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

/** Checks that dates exist, stand in order, and lie around the day on which the document arrived. */
function checkDates(fields: readonly RoledField[], receivedOn: string | null): readonly Fault[] {
  const isAmerican = fields.some(({ type, value, role }) => isDollar(type, value, role));
  const faults: Fault[] = [];
  const dated: DatedField[] = [];
  for (const field of fields) {
    const isDate = fieldType(field.type).kind === 'date';
    const isNamedDate = field.role === 'invoice date' || field.role === 'due date';
    if (!isDate && !isNamedDate) continue;
    const days = printedDays(field.value ?? '', isAmerican);
    if (days === null) {
      const says = `${fieldLabel(field.name)}: Expected a date such as 12 Nov 2026.`;
      if (isDate) faults.push({ rule: 'format', places: [field.name], says });
    } else if (days.length === 0) {
      const says = `${fieldLabel(field.name)} ${field.value ?? ''} does not exist.`;
      faults.push({ rule: 'date exists', places: [field.name], says });
    } else dated.push({ field, days: days.map(toDayNumber) });
  }
  return [...faults, ...checkOrder(dated), ...checkSpan(dated, receivedOn)];
}

interface DatedField {
  readonly field: RoledField;
  /** The days that the text can mean. */
  readonly days: readonly number[];
}

/** Dates with slashes have the month first only where amounts are in dollars. */
function isDollar(type: string | null, value: string | null, role: FieldRole | null): boolean {
  const text = value ?? '';
  if (role === 'currency') return /^(?:USD|CAD|US ?\$|\$)$/i.test(text.trim());
  return fieldType(type).kind === 'money' && text.includes('$');
}

function toDayNumber({ year, month, day }: PrintedDate): number {
  return Date.UTC(year, month - 1, day) / dayMs;
}

const dayMs = 86_400_000;

function checkOrder(dated: readonly DatedField[]): readonly Fault[] {
  const byRole = (role: FieldRole): DatedField | undefined => dated.find(({ field }) => field.role === role);
  const byName = (plain: string): DatedField | undefined =>
    dated.find(({ field }) => plainName(field.name) === plain);
  const pairs: readonly (readonly [DatedField | undefined, DatedField | undefined])[] = [
    [byRole('invoice date'), byRole('due date')],
    ...orderedDates.map(([early, late]) => [byName(early), byName(late)] as const),
  ];
  return pairs.flatMap(([early, late]): Fault[] => {
    if (early === undefined || late === undefined) return [];
    if (early.days.some((from) => late.days.some((to) => from <= to))) return [];
    const [one, other] = [early.field, late.field];
    const says = `${fieldLabel(other.name)} ${other.value ?? ''} is before ${toSentencePart(fieldLabel(one.name))} ${one.value ?? ''}.`;
    return [{ rule: 'date order', places: [other.name, one.name], says }];
  });
}

/** An invoice comes with its date or after it, and is due within half a year. */
function checkSpan(dated: readonly DatedField[], receivedOn: string | null): readonly Fault[] {
  const received = receivedOn === null ? Number.NaN : Date.parse(receivedOn) / dayMs;
  const faults: Fault[] = [];
  for (const { field, days } of dated) {
    const isAhead = field.role === 'due date' || aheadOfTime.test(plainName(field.name));
    const latest = received + (isAhead ? longestTerm : slackAhead);
    // Nothing can be said without the day of receipt, since a comparison with no number is false.
    const isFar = days.every((day) => day > latest || day < received - longestAgo);
    const isNear = days.some((day) => day >= received - longestAgo && day <= latest);
    if (!isFar || isNear) continue;
    const which = days.every((day) => day > latest) ? 'after' : 'before';
    const apart = Math.round(Math.abs((days[0] ?? 0) - received));
    const says = `${fieldLabel(field.name)} ${field.value ?? ''} is ${apart} days ${which} the day on which the document arrived.`;
    faults.push({ rule: 'date span', places: [field.name], says });
  }
  const issued = dated.find(({ field }) => field.role === 'invoice date');
  const due = dated.find(({ field }) => field.role === 'due date');
  if (issued !== undefined && due !== undefined && faults.length === 0) {
    const terms = due.days.flatMap((to) => issued.days.map((from) => to - from));
    if (terms.every((term) => term > longestTerm)) {
      const says = `${fieldLabel(due.field.name)} is ${Math.min(...terms)} days after ${toSentencePart(fieldLabel(issued.field.name))}.`;
      faults.push({ rule: 'date span', places: [due.field.name, issued.field.name], says });
    }
  }
  return faults;
}

/** Dates that may lie ahead: of a delivery, of the end of a period. */
const aheadOfTime = /due|deliver|until|expir|valid|serviceto|periodto|liefer|bis|ablauf|faellig/;
const longestTerm = 190;
const slackAhead = 10;
const longestAgo = 800;
