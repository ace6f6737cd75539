import { createHash } from 'node:crypto';
import {
  IntrinsicProblem,
  longestText,
  takesArguments,
  textArgument,
  type Intrinsic,
} from './intrinsic-arguments.ts';

/** https://docs.aws.amazon.com/step-functions/latest/dg/intrinsic-functions.html#asl-intrsc-func-generic */
export const textIntrinsics: Readonly<Record<string, Intrinsic>> = {
  Format(given) {
    const [template, ...values] = given;
    let used = 0;
    const text = textArgument(template).replace(
      /\\([\\{}])|\{\}|[{}]/g,
      (found, escaped: string | undefined) => {
        if (escaped !== undefined) return escaped;
        if (found !== '{}') throw new IntrinsicProblem(`Invalid template: '${found}' without a match`);
        used += 1;
        return used <= values.length ? written(values[used - 1]) : '';
      },
    );
    if (used === values.length) return text;
    throw new IntrinsicProblem(`The template has ${used} '{}', and there are ${values.length} values`);
  },
  /** Every character of the second text separates; nothing between two of them is no part. */
  StringSplit(given) {
    takesArguments(given, 2);
    const separators = new Set(textArgument(given[1]));
    const parts = [''];
    for (const character of textArgument(given[0])) {
      if (separators.has(character)) parts.push('');
      else parts.push((parts.pop() ?? '') + character);
    }
    return parts.filter((part) => part !== '');
  },
  Base64Encode(given) {
    takesArguments(given, 1);
    return Buffer.from(shortText(given[0])).toString('base64');
  },
  Base64Decode(given) {
    takesArguments(given, 1);
    const text = shortText(given[0]);
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new IntrinsicProblem('The argument is not valid Base64');
    return Buffer.from(text, 'base64').toString('utf8');
  },
  Hash(given) {
    takesArguments(given, 2);
    const data = typeof given[0] === 'string' ? given[0] : JSON.stringify(given[0]);
    const algorithm = hashes.get(textArgument(given[1]));
    if (algorithm !== undefined) return createHash(algorithm).update(shortText(data)).digest('hex');
    throw new IntrinsicProblem(`The algorithm must be one of ${[...hashes.keys()].join(', ')}`);
  },
  UUID(given, tools) {
    takesArguments(given, 0);
    return tools.random.uuid();
  },
};

const hashes = new Map([
  ['MD5', 'md5'],
  ['SHA-1', 'sha1'],
  ['SHA-256', 'sha256'],
  ['SHA-384', 'sha384'],
  ['SHA-512', 'sha512'],
]);

function shortText(value: unknown): string {
  const text = textArgument(value);
  if (text.length <= longestText) return text;
  throw new IntrinsicProblem(`The string is longer than ${longestText} characters`);
}

/** AWS shows lists and objects in a Format as Java prints them. */
function written(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}=${written(member)}`);
  return `{${members.join(', ')}}`;
}
