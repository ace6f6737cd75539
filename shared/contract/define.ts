import { z } from 'zod';

export const roles = ['support', 'reviewer', 'admin'] as const;
export type Role = (typeof roles)[number];
export const roleSchema = z.enum(roles);

/**
 * States the effect of an operation, which drives retry, audit, palette and tests. A query may be cached and retried, a
 * command is audited and runs once per key, and a watch pushes updates.
 */
export type OperationKind = 'query' | 'command' | 'watch';

export interface Operation<
  Kind extends OperationKind = OperationKind,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  readonly kind: Kind;
  readonly does: string;
  readonly input: Input;
  readonly output: Output;
  readonly roles: 'everyone' | readonly Role[];
  readonly audited: boolean;
  /** A second call with the same key gets the first answer instead of running again. */
  readonly remembered: boolean;
  /** The operation changes the pipelines or AWS, so it is refused while the connection is read-only. */
  readonly writes: boolean;
}

interface Definition<Input extends z.ZodType, Output extends z.ZodType> {
  /** One plain sentence, shown by `npm run contract`. */
  readonly does: string;
  readonly input: Input;
  readonly output: Output;
  readonly roles?: readonly Role[];
}

export function query<I extends z.ZodType, O extends z.ZodType>(
  d: Definition<I, O>,
): Operation<'query', I, O> {
  return {
    ...d,
    kind: 'query',
    roles: d.roles ?? 'everyone',
    audited: false,
    remembered: false,
    writes: false,
  };
}

/**
 * A command is audited unless it only changes the reader's own settings (theme, column widths). It is remembered unless
 * it changes nothing and its answer is too large or too private to keep for a day. It writes unless it only looks, or
 * changes only this machine.
 */
export function command<I extends z.ZodType, O extends z.ZodType>(
  d: Definition<I, O> & {
    readonly audited?: boolean;
    readonly remembered?: boolean;
    readonly writes?: boolean;
  },
): Operation<'command', I, O> {
  return {
    ...d,
    kind: 'command',
    roles: d.roles ?? 'everyone',
    audited: d.audited ?? true,
    remembered: d.remembered ?? true,
    writes: d.writes ?? true,
  };
}

export function watch<I extends z.ZodType, O extends z.ZodType>(
  d: Definition<I, O>,
): Operation<'watch', I, O> {
  return {
    ...d,
    kind: 'watch',
    roles: d.roles ?? 'everyone',
    audited: false,
    remembered: false,
    writes: false,
  };
}

export const nothing = z.strictObject({});
