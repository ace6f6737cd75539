import { createHash } from 'node:crypto';
import type { World } from '../../../world/world.ts';
import { elementOf, textElement } from '../protocol/xml-write.ts';

/** S3 names an account by 64 hexadecimal digits of its own. */
export function canonicalUserId(world: World): string {
  return createHash('sha256').update(world.account).digest('hex');
}

export function ownerElement(world: World, name = 'Owner'): string {
  return elementOf(name, textElement('ID', canonicalUserId(world)));
}
