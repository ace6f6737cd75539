/** An amount taken apart, digit for digit, so that one of any length stays exact. */
export interface AmountParts {
  readonly negative: boolean;
  /** Without separators and leading noughts; "0" at least. */
  readonly whole: string;
  /** As many digits as were printed. */
  readonly fraction: string;
  /** "GBP", or "$" and "kr", which are those of several countries; null where none is printed. */
  readonly currency: string | null;
  /** What stands between its thousands; null where there are none. */
  readonly group: string | null;
}

/** What a printed amount is worth; null where it is none, or has more digits than a number keeps. */
export function printedAmount(text: string): number | null {
  const parts = amountParts(text);
  if (parts === null || parts.whole.length + parts.fraction.length > exactDigits) return null;
  const value = Number(`${parts.whole}.${parts.fraction || '0'}`);
  return parts.negative && value !== 0 ? -value : value;
}

/** "2,991.60", "2.991,60", "2 991,60", "£ 2,991.60", "1'234.00", "-12.5", "12 EUR", "12.50-", "12,-". */
export function amountParts(text: string): AmountParts | null {
  if (text.length > longest) return null;
  const [unsigned, negative] = withoutSign(plain(text));
  const [bare, currency] = withoutCurrency(unsigned);
  // The sign stands before the currency or after it.
  const [body, alsoNegative] = negative ? [bare, false] : withoutSign(bare);
  const number = numberIn(body);
  return number === null ? null : { ...number, negative: negative || alsoNegative, currency };
}

type NumberParts = Pick<AmountParts, 'whole' | 'fraction' | 'group'>;

function numberIn(body: string): NumberParts | null {
  const grouped = groupedNumber.exec(body);
  if (grouped) {
    const [, whole = '', group = '', fraction = ''] = grouped;
    return partsOf(whole, fraction, group);
  }
  const simple = simpleNumber.exec(body);
  if (!simple) return null;
  const [, whole = '', fraction = ''] = simple;
  return whole + fraction === '' ? null : partsOf(whole, fraction, null);
}

function partsOf(whole: string, fraction: string, group: string | null): NumberParts {
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

/** One kind of space, of dash and of apostrophe; "12,-" is twelve and no cents. */
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

/** "1,234" is a thousand and more; what begins with nought is never grouped. */
const groupedNumber = /^([1-9]\d{0,2}(?:([ '.,])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/;
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
