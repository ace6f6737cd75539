import { z } from 'zod';

// The content security policy forbids compiled validators, and merely trying one would be reported.
z.config({ jitless: true });

/** Flat text, as the router keeps it and as the address bar shows it. */
type Written = Readonly<Record<string, string>>;

type Fields = Readonly<Record<string, z.ZodType>>;

export interface PageAddress<Read> {
  /** Reads any search parameters; what is missing, malformed or unknown is ignored. */
  readonly read: (search: Readonly<Record<string, unknown>>) => Read;
  /** Writes the parameters that differ from the usual ones, in the order of the schema. */
  readonly write: (values: Partial<Read>) => Written;
}

/**
 * Makes the address of a page from one schema, whose fields are the functions below. `settle` drops values
 * that mean nothing without another one, both when an address is read and before it is written.
 */
export function defineAddress<const Schema extends Fields>(
  fields: Schema,
  {
    names = {},
    settle = (values) => values,
  }: {
    /** Maps a value to its parameter where the two are named differently. */
    readonly names?: Readonly<Record<string, string>>;
    readonly settle?: (values: Values<Schema>) => Values<Schema>;
  } = {},
): PageAddress<Values<Schema>> {
  const schema = z.object(fields);
  const places = Object.keys(fields).map((name) => [name, names[name] ?? name] as const);
  const usual = read({});

  function read(search: Readonly<Record<string, unknown>>): Values<Schema> {
    const written = Object.fromEntries(places.map(([name, place]) => [name, search[place]]));
    return settle(z.decode(schema, written as z.input<typeof schema>) as Values<Schema>);
  }

  function write(values: Partial<Values<Schema>>): Written {
    const written: Readonly<Record<string, unknown>> = z.encode(
      schema,
      settle({ ...usual, ...values }) as z.output<typeof schema>,
    );
    return Object.fromEntries(
      places.flatMap(([name, place]) => {
        const value = written[name];
        return typeof value === 'string' && value !== '' ? [[place, value]] : [];
      }),
    );
  }

  return { read, write };
}

type Values<Schema extends Fields> = { readonly [Name in keyof Schema]: z.output<Schema[Name]> };

/** Makes a field that has the usual value where its text is missing or malformed, and that leaves it out of the address. */
export function parameter<Value, Usual>(shape: z.ZodType<Value, string>, usual: Usual) {
  return z.codec(z.unknown().optional(), z.custom<Value | Usual>(), {
    decode: (written) => {
      const read = z.safeDecode(shape, written as string);
      return read.success ? read.data : usual;
    },
    encode: (value) => {
      const written = value === usual ? undefined : z.safeEncode(shape, value as Value);
      return written?.success === true ? written.data : undefined;
    },
  });
}

export function text(longest = 256) {
  return parameter(z.string().min(1).max(longest), null);
}

/** Makes a field for text of a shape; null if it has another. */
export function textLike(shape: RegExp) {
  return parameter(z.string().regex(shape), null);
}

/** Makes a field for a day that exists, as "2026-11-20". */
export function day() {
  return parameter(z.iso.date(), null);
}

export function choice<const Value extends string, Usual extends Value | null>(
  values: readonly Value[],
  usual: Usual,
) {
  return parameter(z.enum(values), usual);
}

export function numberChoice<const Value extends number>(values: readonly Value[], usual: Value) {
  const texts = values.map(String);
  const shape = z.codec(z.enum(texts), z.custom<Value>(), {
    decode: (written) => values[texts.indexOf(written)] ?? usual,
    encode: String,
  });
  return parameter(shape, usual);
}

/** Makes a field for a number between two others, both included, that is written as `written` says. */
export function number<Usual extends number | null>(
  written: RegExp,
  [least, most]: readonly [number, number],
  usual: Usual,
) {
  const shape = z.codec(z.string().regex(written), z.number().min(least).max(most), {
    decode: Number,
    encode: String,
  });
  return parameter(shape, usual);
}

export function yes() {
  const shape = z.codec(z.literal('yes'), z.boolean(), { decode: () => true, encode: () => 'yes' as const });
  return parameter(shape, false);
}

/** Makes a field for a list whose entries stand in one text of limited length. */
export function list(separator: string, longest: number) {
  const shape = z.codec(z.string().max(longest), z.array(z.string()).readonly(), {
    decode: (written) => written.split(separator).filter((entry) => entry !== ''),
    encode: (entries) => entries.join(separator),
  });
  return parameter<readonly string[], readonly string[]>(shape, []);
}
