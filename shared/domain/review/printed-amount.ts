/** The parts of an amount as digits, so that an amount of any length stays exact. */
export interface AmountParts {
  readonly negative: boolean;
  /** The whole part without separators and leading zeros. It has at least "0". */
  readonly whole: string;
  /** All printed digits of the fraction. */
  readonly fraction: string;
  /** "GBP", or "$" and "kr", which several countries use; null if none is printed. */
  readonly currency: string | null;
  /** The thousands separator; null if there is none. */
  readonly group: string | null;
}

/** Returns the value of a printed amount; null if it is not one, or has more digits than a number can hold. */
export function printedAmount(text: string): number | null {
  const parts = amountParts(text);
  if (parts === null || parts.whole.length + parts.fraction.length > exactDigits) return null;
  const value = Number(`${parts.whole}.${parts.fraction || '0'}`);
  return parts.negative && value !== 0 ? -value : value;
}

/** Accepts "2,991.60", "2.991,60", "2 991,60", "£ 2,991.60", "1'234.00", "-12.5", "12 EUR", "12.50-", "12,-", "1,00,000.00". */
export function amountParts(text: string): AmountParts | null {
  if (text.length > longest) return null;
  const known = partsBefore.get(text);
  if (known !== undefined) return known;
  const parts = readParts(text);
  if (partsBefore.size >= mostRemembered) partsBefore.clear();
  partsBefore.set(text, parts);
  return parts;
}

/** Each key that is typed asks for every amount of the document again. */
const partsBefore = new Map<string, AmountParts | null>();
/** This is more than a document of five hundred lines has. */
const mostRemembered = 4_000;

function readParts(text: string): AmountParts | null {
  const [unsigned, negative] = withoutSign(plain(text));
  const [bare, currency] = withoutCurrency(unsigned);
  // The sign may stand before or after the currency.
  const [body, alsoNegative] = negative ? [bare, false] : withoutSign(bare);
  const number = numberIn(body);
  return number === null ? null : { ...number, negative: negative || alsoNegative, currency };
}

type NumberParts = Pick<AmountParts, 'whole' | 'fraction' | 'group'>;

function numberIn(body: string): NumberParts | null {
  const grouped = groupedNumber.exec(body);
  if (grouped) {
    const [, whole = '', group = '', fraction = ''] = grouped;
    return toNumberParts(whole, fraction, group);
  }
  const indian = indianNumber.exec(body);
  if (indian) return toNumberParts(indian[1] ?? '', indian[2] ?? '', ',');
  const simple = simpleNumber.exec(body);
  if (!simple) return null;
  const [, whole = '', fraction = ''] = simple;
  return whole + fraction === '' ? null : toNumberParts(whole, fraction, null);
}

function toNumberParts(whole: string, fraction: string, group: string | null): NumberParts {
  return { whole: whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') || '0', fraction, group };
}

function withoutSign(text: string): [rest: string, negative: boolean] {
  if (/^\(.+\)$/.test(text)) return [text.slice(1, -1).trim(), true];
  if (text.startsWith('-')) return [text.slice(1).trim(), true];
  if (text.startsWith('+')) return [text.slice(1).trim(), false];
  if (/\d-$/.test(text)) return [text.slice(0, -1), true];
  return [text, false];
}

function withoutCurrency(text: string): [rest: string, currency: string | null] {
  const [, before = '', rest = '', after = ''] = withCurrency.exec(text) ?? [];
  const sign = before === '' ? after : before;
  if (sign === '' || (before !== '' && after !== '')) return [text, null];
  const code = codes.get(sign.toLowerCase()) ?? sign.toUpperCase();
  return codes.has(sign.toLowerCase()) || currencies.has(code) ? [rest.trim(), code] : [text, null];
}

/** Unifies spaces, dashes and apostrophes. "12,-" is twelve and no cents. */
function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[‐‑‒–—−]/g, '-')
    .replaceAll(/[’‘ʼ`´]/g, "'")
    .trim()
    .replace(/(?<=\d)[.,]-+(?=\D*$)/, '');
}

const longest = 100;
const exactDigits = 15;

/** "1,234" is more than a thousand. A number that begins with 0 is never grouped. */
const groupedNumber = /^([1-9]\d{0,2}(?:([ '.,])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/;
/** "1,00,000" is a lakh. */
const indianNumber = /^([1-9]\d?(?:,\d{2})+,\d{3})(?:\.(\d+))?$/;
const simpleNumber = /^(\d*)(?:[.,](\d+))?$/;
const withCurrency = /^([^\d\s.,'()+-]{1,3}\.?)? ?([-+(]?[\d.,].*?) ?([^\d\s.,'()+-]{1,3}\.?)?$/;

const codes = new Map([
  ['£', 'GBP'],
  ['€', 'EUR'],
  ['$', '$'],
  ['us$', 'USD'],
  ['ca$', 'CAD'],
  ['c$', 'CAD'],
  ['a$', 'AUD'],
  ['nz$', 'NZD'],
  ['hk$', 'HKD'],
  ['s$', 'SGD'],
  ['r$', 'BRL'],
  ['₹', 'INR'],
  ['₺', 'TRY'],
  ['₪', 'ILS'],
  ['₩', 'KRW'],
  ['₴', 'UAH'],
  ['¥', '¥'],
  ['kr', 'kr'],
  ['kr.', 'kr'],
  ['fr.', 'CHF'],
  ['sfr', 'CHF'],
  ['zł', 'PLN'],
  ['kč', 'CZK'],
  ['ft', 'HUF'],
  ['lei', 'RON'],
]);
const currencies = new Set(Intl.supportedValuesOf('currency'));

/** The value is `units` × 10^-`places`: 299160 with two is 2,991.60. No digit is lost. */
export interface ExactAmount {
  readonly units: bigint;
  readonly places: number;
}

export function exactAmount(text: string): ExactAmount | null {
  const parts = amountParts(text);
  if (parts === null) return null;
  const units = BigInt(parts.whole + parts.fraction);
  return { units: parts.negative ? -units : units, places: parts.fraction.length };
}

/**
 * "1.250" and "1,250" can be more than a thousand or one and a quarter. Checks accept either. The likelier reading comes
 * first: thousands, unless `mark` stands before three decimals elsewhere in the document.
 */
export function listReadings(text: string, mark?: string): readonly ExactAmount[] {
  const [parts, amount] = [amountParts(text), exactAmount(text)];
  if (parts === null || amount === null) return [];
  const { group, fraction, whole } = parts;
  const isEither =
    /^[.,]$/.test(group ?? '') && fraction === '' && whole.length <= 6 && !isGroupedByLakhs(text);
  if (!isEither) return [amount];
  const decimals = { units: amount.units, places: 3 };
  return group === mark ? [decimals, amount] : [amount, decimals];
}

/** "2,50,100" is an amount of rupees, or three columns. */
export function isGroupedByLakhs(text: string): boolean {
  return /\d,\d{2},\d{3}(?!\d)/.test(text);
}

/** Returns the decimal mark of amounts with three decimals, such as "0.750" or "1,250.500", as of Kuwait or Tunisia. */
export function findMarkOfThreeDecimals(texts: readonly string[]): string | undefined {
  return firstOf(texts, (text) => (amountParts(text)?.fraction.length === 3 ? decimalIn(text) : undefined));
}

export function sumAmounts(amounts: readonly ExactAmount[]): ExactAmount {
  const places = Math.max(0, ...amounts.map((amount) => amount.places));
  const units = amounts.reduce((sum, amount) => sum + unitsAt(amount, places), 0n);
  return { units, places };
}

export function multiplyAmounts(one: ExactAmount, other: ExactAmount): ExactAmount {
  return { units: one.units * other.units, places: one.places + other.places };
}

export function isSame(one: ExactAmount, other: ExactAmount): boolean {
  const places = Math.max(one.places, other.places);
  return unitsAt(one, places) === unitsAt(other, places);
}

/** Rounds a half away from zero, as on an invoice. */
export function rounded(amount: ExactAmount, places: number): ExactAmount {
  if (amount.places <= places) return { units: unitsAt(amount, places), places };
  const step = 10n ** BigInt(amount.places - places);
  const half = amount.units < 0n ? -step / 2n : step / 2n;
  return { units: (amount.units + half) / step, places };
}

/**
 * Formats an amount like the document's own: with the separators of `samples`, and ungrouped if none of them is
 * grouped.
 */
export function writtenLike(samples: readonly string[], { units, places }: ExactAmount): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const written = firstOf(samples, decimalIn);
  const group = firstOf(samples, (sample) => groupIn(sample, written));
  const grouped = group === undefined ? whole : whole.replaceAll(/\B(?=(?:\d{3})+$)/g, () => group);
  const decimal = written ?? (group === '.' ? ',' : '.');
  const fraction = places === 0 ? '' : decimal + digits.slice(digits.length - places);
  return `${units < 0n ? '-' : ''}${grouped}${fraction}`;
}

/** Returns the samples that `writtenLike` would use, so that each of many lines does not go through all of them. */
export function pickSamples(samples: readonly string[]): readonly string[] {
  const written = firstOf(samples, decimalIn);
  const grouped = samples.findIndex((sample) => groupIn(sample, written) !== undefined);
  const decimal = samples.findIndex((sample) => decimalIn(sample) !== undefined);
  return samples.filter((_, at) => at === grouped || at === decimal);
}

/** A "1.250" among amounts with a decimal point says nothing of how thousands are grouped. */
function groupIn(sample: string, decimal: string | undefined): string | undefined {
  const group = amountParts(sample)?.group ?? undefined;
  return group === decimal ? undefined : group;
}

function decimalIn(sample: string): string | undefined {
  const fraction = amountParts(sample)?.fraction ?? '';
  return fraction === '' ? undefined : /[.,](?=\d+\D*$)/.exec(sample)?.[0];
}

function firstOf<T>(samples: readonly string[], read: (sample: string) => T | undefined): T | undefined {
  for (const sample of samples) {
    const found = read(sample);
    if (found !== undefined) return found;
  }
  return undefined;
}

function unitsAt({ units, places }: ExactAmount, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - places);
}

/** The fields that may be a document's amount, the most significant first. */
const amountNames = ['total', 'claimed', 'refund', 'dutiableValue', 'amountDue', 'amount', 'subtotal'];

/**
 * Returns the amount of a document as its readers found it; null if there is none or it is unclear. `types` are those
 * of its workflow's schema. Without them a field is recognised by its name.
 */
export function documentAmount(
  fields: Readonly<Record<string, string | null>>,
  types: Readonly<Record<string, string>> | null,
): number | null {
  const amountIn = (name: string): number | null => {
    const value = Object.hasOwn(fields, name) ? fields[name] : null;
    return value === null || value === undefined ? null : printedAmount(value);
  };
  const isMoney = (name: string): boolean =>
    types === null || (Object.hasOwn(types, name) && types[name] === 'money');
  const named = amountNames.find(
    (name) => isMoney(name) && (types === null ? Object.hasOwn(fields, name) : true),
  );
  if (named !== undefined) return amountIn(named);
  const others = Object.keys(types ?? {})
    .filter(isMoney)
    .flatMap((name) => amountIn(name) ?? []);
  return others.length === 0 ? null : Math.max(...others);
}
