import { keyText, keyValues } from '#shared/catalogue/items/sample-attributes.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { findDeclared } from '#shared/catalogue/declaration.ts';
import type { AskedPattern, PageRead, StoredItem } from '../reading.ts';
import { heldItem, type Scope } from './held-item.ts';

/** A page without what is of other tenants: not in its rows, nor in what it counts. What it cost stays true. */
export function heldPage(asked: AskedPattern, page: PageRead, scope: Scope): PageRead {
  const left: StoredItem[] = [];
  const items = page.items.flatMap((item) => {
    const mine = heldItem(item, scope);
    if (mine === null) left.push(item);
    return mine === null ? [] : [mine];
  });
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
  const tenants = [...scope.tenants].join(', ');
  const says = `is ${tenants === '' ? 'none' : tenants}; what is of others is left out`;
  return {
    ...page,
    items,
    cursor: left.length > 0 && isOfOneOwner(asked, left) ? null : page.cursor,
    ...(page.absent !== undefined && { absent: absentPlaces(asked, page.absent, left) }),
    asked: { ...page.asked, conditions: [...page.asked.conditions, { attribute: 'tenant', says }] },
    receipt: { ...page.receipt, items: items.length, bytes },
  };
}

/** Where nothing of this person's can follow, a place to go on from would tell that something is there. */
function isOfOneOwner({ system, pattern }: AskedPattern, left: readonly StoredItem[]): boolean {
  return locate(system, pattern).pattern.gives === 'one' || left.every(isOfCaller);
}

function isOfCaller({ key }: StoredItem): boolean {
  return keyText(key, 'PK')?.startsWith('CALLER#') === true;
}

/** What was left out is as absent as what is not there. */
function absentPlaces(
  { system, pattern, params }: AskedPattern,
  absent: readonly number[],
  left: readonly StoredItem[],
): readonly number[] {
  const located = locate(system, pattern);
  const names = located.holes.map(({ name }) => name);
  const hidden = left.map(({ attributes }) => keyValues(located, attributes) ?? {});
  const isHidden = (one: AskedPattern['params'][number]): boolean =>
    hidden.some((values) =>
      names.every((name) => String(findDeclared(one, name)) === findDeclared(values, name)),
    );
  return params.flatMap((one, at) => (absent.includes(at) || isHidden(one) ? [at] : []));
}
