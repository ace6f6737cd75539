import type { AttributeValue } from './attribute-value.ts';

/**
 * A string, a number or binary as text that JavaScript's `<` puts into DynamoDB's order: strings by their UTF-8
 * bytes, numbers by value, binary by unsigned bytes. Equal values have equal tokens. Only values of one type compare.
 *
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html
 */
export function tokenOf(value: AttributeValue): string {
  if ('S' in value) return textToken(value.S);
  if ('N' in value) return numberToken(value.N);
  if ('B' in value) return Buffer.from(value.B, 'base64').toString('latin1');
  throw new Error('Only strings, numbers and binary have an order');
}

/**
 * UTF-16 and UTF-8 order differ in one thing: surrogates stand for the highest characters, but are not the
 * highest code units. Moved above the rest, they are.
 */
function textToken(text: string): string {
  if (!/[\ud800-\uffff]/.test(text)) return text;
  let token = '';
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0xd800) token += text.charAt(at);
    else token += String.fromCharCode(unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
  }
  return token;
}

/** Sign, then the place of the first digit, then the digits; for negative numbers everything turned round. */
function numberToken(number: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = decimal.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const leadingZeros = whole.length + fraction.length - digits.length;
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '1';
  const magnitude = 500 + whole.length - leadingZeros + Number(power);
  if (sign === '') return `2${magnitude}${significant}`;
  const turned = significant.replaceAll(/\d/g, (digit) => String(9 - Number(digit)));
  return `0${999 - magnitude}${turned}~`;
}

const decimal = /^(-?)\+?(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/;
