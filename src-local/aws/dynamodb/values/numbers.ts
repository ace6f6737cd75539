import { validationException } from '../../protocol/aws-error.ts';

/**
 * Numbers as text, exact to 38 digits, from 1E-130 to 9.9…E+125:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html
 * Canonical text is plain: no exponent, no `+`, no zeros that could be left out, and never `-0`.
 */
export function canonicalNumber(text: string): string {
  if (plainInteger.test(text)) return text;
  const parts = anyNumber.exec(text);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts ?? [];
  if (!parts || whole + fraction === '') throw notANumber(text);
  const all = whole + fraction;
  const digits = all.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const point = whole.length - (all.length - digits.length) + Number(exponent);
  if (point - 1 > 125) throw overflow();
  if (point - 1 < -130) throw underflow();
  if (significant.length > 38) throw tooPrecise();
  return (sign === '-' ? '-' : '') + plainText(significant, point);
}

export function addNumbers(a: string, b: string): string {
  if (a.length <= 15 && b.length <= 15 && !a.includes('.') && !b.includes('.')) {
    return String(Number(a) + Number(b));
  }
  const places = Math.max(decimalPlaces(a), decimalPlaces(b));
  return canonicalNumber(`${scaleNumber(a, places) + scaleNumber(b, places)}E-${places}`);
}

export function subtractNumbers(a: string, b: string): string {
  return addNumbers(a, b === '0' ? b : b.startsWith('-') ? b.slice(1) : `-${b}`);
}

const plainInteger = /^(?:0|-?[1-9][0-9]{0,37})$/;
const anyNumber = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/;

/** `point` is how many digits stand before the decimal point; it may lie outside of them. */
function plainText(digits: string, point: number): string {
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return digits + '0'.repeat(point - digits.length);
  return `${digits.slice(0, point)}.${digits.slice(point)}`;
}

function decimalPlaces(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

function scaleNumber(text: string, places: number): bigint {
  return BigInt(text.replace('.', '') + '0'.repeat(places - decimalPlaces(text)));
}

function notANumber(text: string): Error {
  const message = 'The parameter cannot be converted to a numeric value';
  return validationException(text === '' ? message : `${message}: ${text}`);
}

function overflow(): Error {
  return validationException(
    'Number overflow. Attempting to store a number with magnitude larger than supported range',
  );
}

function underflow(): Error {
  return validationException(
    'Number underflow. Attempting to store a number with magnitude smaller than supported range',
  );
}

function tooPrecise(): Error {
  return validationException('Attempting to store more than 38 significant digits in a Number');
}
