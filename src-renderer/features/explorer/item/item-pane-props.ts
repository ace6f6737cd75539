import type { Located } from '#shared/catalogue/questions/locate.ts';
import type { OpenSystem, ReadItem } from '#shared/contract/explorer.ts';
import type { Values } from '../question/values.ts';

export interface ItemPaneProps {
  readonly system: OpenSystem;
  readonly located: Located;
  readonly item: ReadItem;
  readonly readAt: number;
  readonly onClose: () => void;
  readonly onAsk: (pattern: string, values: Values | undefined) => void;
}
