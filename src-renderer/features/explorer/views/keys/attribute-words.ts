import type { AttributeDeclaration, StatusMachine } from '#shared/catalogue/declaration.ts';

/** How a value is kept back, in the words of the declaration. */
export function heldBackWords({ secret, private: personal }: AttributeDeclaration): string | null {
  if (secret !== undefined) return `secret, ${secret}`;
  return personal === undefined ? null : `private, ${personal}`;
}

export interface StatusMoves {
  /** "PROCESSING" → "SUCCEEDED | FAILED", in the order in which they are declared. */
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  /** From where nothing leads on. */
  readonly ends: readonly string[];
}

export function statusMoves({ moves }: StatusMachine): StatusMoves {
  const all = Object.entries(moves);
  return {
    moves: all.filter(([, to]) => to.length > 0).map(([from, to]) => ({ from, to: to.join(' | ') })),
    ends: all.filter(([, to]) => to.length === 0).map(([from]) => from),
  };
}

/** "6 attributes, 2 secret, 1 private" */
export function attributesSummary(attributes: Readonly<Record<string, AttributeDeclaration>>): string {
  const all = Object.values(attributes);
  const secret = all.filter((one) => one.secret !== undefined).length;
  const personal = all.filter((one) => one.private !== undefined && one.secret === undefined).length;
  return [
    all.length === 1 ? '1 attribute' : `${String(all.length)} attributes`,
    ...(secret === 0 ? [] : [`${String(secret)} secret`]),
    ...(personal === 0 ? [] : [`${String(personal)} private`]),
  ].join(', ');
}
