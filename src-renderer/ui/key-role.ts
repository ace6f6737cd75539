import styles from './key-role.module.css';

/** The role says which of an item's keys an attribute belongs to. */
export type KeyRole = 'pk' | 'sk' | 'gsi1' | 'gsi2' | 'gsi3' | 'gsi4' | 'gsi5';

/** Returns a class that sets --key-colour to the key's colour. */
export function keyRoleClass(role: KeyRole): string | undefined {
  return styles[role];
}

/** Every index of a table has a colour by its place in the declaration; from the fifth on they share one. */
export function indexRole(indexes: readonly string[], index: string | null): KeyRole {
  return index === null ? 'pk' : (indexRoles[indexes.indexOf(index)] ?? 'gsi5');
}

const indexRoles: readonly KeyRole[] = ['gsi1', 'gsi2', 'gsi3', 'gsi4', 'gsi5'];
