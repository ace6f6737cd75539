import { isCalendarDate } from '#shared/catalogue/keys/hole-value.ts';

/**
 * Flat text, as the router keeps it and as the address bar shows it. The tenant alone may be undefined: it then stands for
 * all tenants, while an address that does not name a tenant keeps the chosen one (decision 035).
 */
export type Written = Readonly<Record<string, string | undefined>>;

/** One value of an address. This is no schema, because the first page would load the whole library of schemas for it. */
export interface Parameter<Value> {
  read(written: unknown): Value;
  /** Returns undefined for the usual value, and for one that could not be read again. */
  write(value: Value): string | undefined;
  /** The value stays from page to page until an address names another, or names none on purpose. */
  readonly stays?: true;
}

type Fields = Readonly<Record<string, Parameter<unknown>>>;

export interface PageAddress<Read> {
  /** Reads any search parameters; what is missing, malformed or unknown is ignored. */
  readonly read: (search: Readonly<Record<string, unknown>>) => Read;
  /** Writes the parameters that differ from the usual ones, in the order of the fields. */
  readonly write: (values: Partial<Read>) => Written;
}

/**
 * Makes the address of a page from its fields, which are the functions below. `settle` drops values that mean
 * nothing without another one, both when an address is read and before it is written.
 */
export function defineAddress<const Made extends Fields>(
  fields: Made,
  {
    names = {},
    settle = (values) => values,
  }: {
    /** Maps a value to its parameter where the two are named differently. */
    readonly names?: Readonly<Record<string, string>>;
    readonly settle?: (values: Values<Made>) => Values<Made>;
  } = {},
): PageAddress<Values<Made>> {
  const places = Object.entries(fields).map(([name, field]) => [name, names[name] ?? name, field] as const);
  const usual = read({});

  function read(search: Readonly<Record<string, unknown>>): Values<Made> {
    const values = places.map(([name, place, field]) => [name, field.read(search[place])] as const);
    return settle(Object.fromEntries(values) as Values<Made>);
  }

  function write(values: Partial<Values<Made>>): Written {
    const all: Readonly<Record<string, unknown>> = settle({ ...usual, ...values });
    return Object.fromEntries(
      places.flatMap(([name, place, field]): readonly (readonly [string, string | undefined])[] => {
        const written = field.write(all[name]);
        if (written !== undefined && written !== '') return [[place, written]];
        return field.stays === true && Object.hasOwn(values, name) ? [[place, undefined]] : [];
      }),
    );
  }

  return { read, write };
}

type Values<Made extends Fields> = { readonly [Name in keyof Made]: ReturnType<Made[Name]['read']> };

interface Shape<Value> {
  /** Returns undefined for text that has another shape. */
  readonly read: (written: string) => Value | undefined;
  readonly write: (value: Value) => string;
}

/** Makes a field that has the usual value where its text is missing or malformed, and that leaves it out of the address. */
export function parameter<Value, Usual>(
  { read, write }: Shape<Value>,
  usual: Usual,
): Parameter<Value | Usual> {
  return {
    read(written) {
      const value = typeof written === 'string' ? read(written) : undefined;
      return value === undefined ? usual : value;
    },
    write(value) {
      if (value === usual) return undefined;
      const written = write(value as Value);
      return read(written) === undefined ? undefined : written;
    },
  };
}

export function text(longest = 256) {
  return parameter(
    shapeText((written) => written !== '' && written.length <= longest),
    null,
  );
}

/** Makes the field for the tenant, which stays from page to page; null stands for all tenants. */
export function chosenTenant(longest = 256): Parameter<string | null> {
  return { ...text(longest), stays: true };
}

/** Makes a field for text of a shape; null if it has another. */
export function textLike(shape: RegExp) {
  return parameter(
    shapeText((written) => shape.test(written)),
    null,
  );
}

/** Makes a field for a day that exists, as "2026-11-20". */
export function day() {
  return parameter(shapeText(isCalendarDate), null);
}

/** Describes text that stays as it is. */
export function shapeText(accepts: (written: string) => boolean): Shape<string> {
  return { read: (written) => (accepts(written) ? written : undefined), write: (value) => value };
}

export function choice<const Value extends string, Usual extends Value | null>(
  values: readonly Value[],
  usual: Usual,
) {
  return parameter<Value, Usual>(
    { read: (written) => values.find((value) => value === written), write: (value) => value },
    usual,
  );
}

export function numberChoice<const Value extends number>(values: readonly Value[], usual: Value) {
  return parameter<Value, Value>(
    { read: (written) => values.find((value) => String(value) === written), write: String },
    usual,
  );
}

/** Makes a field for a number between two others, both included, that is written as `form` says. */
export function number<Usual extends number | null>(
  form: RegExp,
  [least, most]: readonly [number, number],
  usual: Usual,
) {
  return parameter<number, Usual>(
    {
      read(written) {
        const value = Number(written);
        return form.test(written) && value >= least && value <= most ? value : undefined;
      },
      write: String,
    },
    usual,
  );
}

export function yes() {
  return parameter<boolean, boolean>(
    { read: (written) => written === 'yes' || undefined, write: () => 'yes' },
    false,
  );
}

/** Makes a field for a list whose entries stand in one text of limited length. */
export function list(separator: string, longest: number) {
  return parameter<readonly string[], readonly string[]>(
    {
      read: (written) =>
        written.length > longest ? undefined : written.split(separator).filter((entry) => entry !== ''),
      write: (entries) => entries.join(separator),
    },
    [],
  );
}
