import type { KeyAttribute, KeySchema } from '#shared/catalogue/declaration.ts';
import { piecesOf, type HoleKind } from '#shared/catalogue/keys/key-template.ts';

export interface Tenant {
  /** As the system calls it: "tenantId". */
  readonly parameter: string | undefined;
  readonly id: string | null;
}

type KeyValue = { readonly S: string } | { readonly N: string };

/**
 * A key that no item can have, in a partition of the form that is asked for: to ask by it shows whether one may, and
 * reads nothing. A sign-in may be held to such partitions, or to those of its tenant, so any other would be refused.
 */
export function impossibleKey(
  { partition, sort }: KeySchema,
  template: string,
  tenant: Tenant,
): Readonly<Record<string, KeyValue>> {
  const { text, isNobodys } = partitionFrom(template, tenant);
  if (sort !== undefined) return { [partition.name]: asKey(partition, text), [sort.name]: nobodys(sort) };
  return { [partition.name]: isNobodys ? asKey(partition, text) : nobodys(partition) };
}

function partitionFrom(
  template: string,
  tenant: Tenant,
): { readonly text: string; readonly isNobodys: boolean } {
  let isNobodys = false;
  const parts = piecesOf(template).map((piece) => {
    if (typeof piece === 'string') return piece;
    if (piece.name === tenant.parameter && tenant.id !== null) return tenant.id;
    isNobodys ||= certain.has(piece.kind);
    return values[piece.kind];
  });
  return { text: parts.join(''), isNobodys };
}

function asKey({ type }: KeyAttribute, text: string): KeyValue {
  return type === 'N' ? { N: mostNegative } : { S: text };
}

function nobodys({ type }: KeyAttribute): KeyValue {
  return type === 'N' ? { N: mostNegative } : { S: 'SLUICE#CHECK' };
}

/** The 38 digits that DynamoDB takes. */
const mostNegative = `-${'9'.repeat(38)}`;

const values: Readonly<Record<HoleKind, string>> = {
  text: 'SLUICE-CHECK',
  ulid: '0'.repeat(26),
  email: 'sluice-check@sluice.invalid',
  date: '0001-01-01',
  time: '0001-01-01T00:00:00.000Z',
  epochMs: '0',
  epochSeconds: '0',
  number: '0',
};

/** The others are unlikely, and no more. */
const certain: ReadonlySet<HoleKind> = new Set(['text', 'email']);
