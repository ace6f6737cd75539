import type { TableDeclaration } from '#shared/catalogue/declaration.ts';
import { IndexBadge as Badge } from '#renderer/ui/index-name/index-badge.tsx';
import { indexRole } from '../item/key-roles.ts';

export interface IndexBadgeProps {
  readonly table: TableDeclaration;
  /** Null for the table's own key. */
  readonly index: string | null;
  /** "PK + SK" in place of the index's name. */
  readonly text?: string | undefined;
  readonly quiet?: boolean | undefined;
}

/** An index in the colour that it has in its table. */
export function IndexBadge({ table, index, text, quiet }: IndexBadgeProps) {
  return <Badge index={index} role={indexRole(table, index)} text={text} quiet={quiet} />;
}
