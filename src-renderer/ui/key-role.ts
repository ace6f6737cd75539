import styles from './key-role.module.css';

/** Which of an item's keys an attribute is part of. */
export type KeyRole = 'pk' | 'sk' | 'gsi1' | 'gsi2' | 'gsi3' | 'gsi4' | 'gsi5';

/** A class that sets --key-colour to the key's colour, for whoever draws with it. */
export function keyRoleClass(role: KeyRole): string | undefined {
  return styles[role];
}

/** Every index of a table has its colour, by its place in the declaration; after the fifth they share one. */
export function indexRole(indexes: readonly string[], index: string | null): KeyRole {
  return index === null ? 'pk' : (indexRoles[indexes.indexOf(index)] ?? 'gsi5');
}

const indexRoles: readonly KeyRole[] = ['gsi1', 'gsi2', 'gsi3', 'gsi4', 'gsi5'];
