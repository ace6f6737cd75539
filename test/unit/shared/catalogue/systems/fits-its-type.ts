import type { AttributeDeclaration, SampleValue } from '#shared/catalogue/declaration.ts';
import { valueProblem } from '#shared/catalogue/keys/hole-value.ts';

/** Checks a sample's value against the type that its attribute declares. */
export function fitsItsType({ type, oneOf }: AttributeDeclaration, value: SampleValue): boolean {
  if (oneOf !== undefined && !(typeof value === 'string' && oneOf.includes(value))) return false;
  switch (type) {
    case 'number':
      return typeof value === 'number' || isExactNumber(value);
    case 'epoch seconds':
    case 'epoch milliseconds':
      return Number.isSafeInteger(value);
    case 'flag':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value);
    case 'map':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'text set':
      return isSet(value, 'string');
    case 'number set':
      return isSet(value, 'number');
    default:
      return typeof value === 'string' && isText(type, value);
  }
}

function isText(type: AttributeDeclaration['type'], value: string): boolean {
  switch (type) {
    case 'ulid':
      // The source of the HR samples prints ids cut short.
      return /^0[0-9A-HJKMNP-TV-Z]{5,25}$/.test(value);
    case 'uuid':
      return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
    case 'e-mail':
      return valueProblem('email', value) === undefined;
    case 'date':
    case 'time':
      return valueProblem(type, value) === undefined;
    case 'presigned address':
      return new URL(value).searchParams.has('X-Amz-Signature');
    default:
      return true;
  }
}

function isSet(value: SampleValue, of: 'string' | 'number'): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === of);
}

function isExactNumber(value: SampleValue): boolean {
  return typeof value === 'object' && value !== null && '$' in value && Object.hasOwn(Object(value.$), 'N');
}
