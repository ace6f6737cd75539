import { fieldLabel } from './draft-rules.ts';
import { orderedDates, plainName, type FieldRole } from './field-roles.ts';
import { toSentencePart } from './line-checks.ts';
import { fieldType, printedDays, type PrintedDate } from './normalised-value.ts';
import type { Fault, RoledField } from './rules.ts';

/** Checks that dates exist, stand in order, and lie around the day on which the document arrived. */
export function checkDates(fields: readonly RoledField[], receivedOn: string | null): readonly Fault[] {
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
