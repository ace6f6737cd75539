import { connectionSchema, type Connection } from '#shared/domain/connection.ts';
import { lastPart } from './list-account.ts';

interface Outputs {
  /** The entry that our stack of the API puts out, if it is among them. */
  readonly entry: Connection | null;
  /** Every value that could be the name of something, also the name at the end of an ARN or an address. */
  readonly names: ReadonlySet<string>;
  /** An address that an output calls an API. */
  readonly api: string | null;
  readonly count: number;
}

/**
 * Reads outputs of stacks as a person has pasted them, and never throws: what `aws cloudformation describe-stacks`
 * prints, an outputs file of CDK, or lines of "Key = Value". Nothing of it is shown but names that the account has.
 */
export function readOutputs(text: string | null): Outputs {
  const pairs = text === null ? [] : [...readJson(text), ...readLines(text)];
  const names = new Set<string>();
  for (const [, value] of pairs) {
    for (const name of [value, lastPart(value)]) if (/^[\w.-]{3,255}$/.test(name)) names.add(name);
  }
  const entry = pairs.map(([, value]) => readEntry(value)).find((one) => one !== null) ?? null;
  const [, api] =
    pairs.find(
      ([key, value]) => /api.*(?:url|endpoint|address)|^(?:url|endpoint)/i.test(key) && isPlainAddress(value),
    ) ?? [];
  return { entry, names, api: api ?? null, count: pairs.length };
}

type Pair = readonly [key: string, value: string];

function readJson(text: string): readonly Pair[] {
  const from = text.search(/[{[]/);
  if (from === -1) return [];
  for (const part of [text, text.slice(from)]) {
    try {
      return collectPairs(JSON.parse(part), 0);
    } catch {
      // The second try leaves out text around the JSON, such as a prompt.
    }
  }
  return [];
}

const deepest = 12;

function collectPairs(value: unknown, depth: number): readonly Pair[] {
  if (typeof value !== 'object' || value === null || depth > deepest) return [];
  if (Array.isArray(value)) return value.flatMap((one) => collectPairs(one, depth + 1));
  const { OutputKey: key, OutputValue: output } = value as Readonly<Record<string, unknown>>;
  if (typeof key === 'string' && typeof output === 'string') return [[key, output]];
  return Object.entries(value).flatMap(([name, one]): readonly Pair[] =>
    typeof one === 'string' ? [[name, one]] : collectPairs(one, depth + 1),
  );
}

/** CDK prints "autowired-staging-api.Connection = {…}"; other tools print a colon. */
function readLines(text: string): readonly Pair[] {
  return text.split(/\r?\n/).flatMap((line): readonly Pair[] => {
    const [, key, value] =
      /^\s*"?([\w.:-]{1,200}?)"?\s*(?:=|:\s)\s*(\S.*?)\s*$/.exec(line.slice(0, longestLine)) ?? [];
    return key === undefined || value === undefined
      ? []
      : [[lastPart(key.replaceAll('.', ':')), value.replaceAll(/^"|",?$/g, '')]];
  });
}

const longestLine = 10_000;

function readEntry(value: string): Connection | null {
  if (!value.startsWith('{')) return null;
  try {
    const parsed = connectionSchema.safeParse(JSON.parse(value));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function isPlainAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, search, hash, username } = new URL(value);
  return protocol === 'https:' && search === '' && hash === '' && username === '';
}
