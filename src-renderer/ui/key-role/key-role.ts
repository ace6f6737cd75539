import styles from './key-role.module.css';

/** Which of an item's keys an attribute is part of. */
export type KeyRole = 'pk' | 'sk' | 'gsi1' | 'gsi2' | 'gsi3' | 'gsi4' | 'gsi5';

/** A class that sets --key-colour to the key's colour, for whoever draws with it. */
export function keyRoleClass(role: KeyRole): string | undefined {
  return styles[role];
}
