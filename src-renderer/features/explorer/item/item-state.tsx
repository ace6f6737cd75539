import type { ReadItem } from '#shared/contract/explorer.ts';
import { Note } from '#renderer/ui/note/note.tsx';

/** What an item does not say of itself. */
export function ItemState({ item: { expired, catchingUp } }: { readonly item: ReadItem }) {
  return (
    <>
      {expired ? (
        <Note tone="warn">
          <b>Expired, awaiting deletion.</b> Its time to live has passed; DynamoDB deletes it within a few
          days.
        </Note>
      ) : null}
      {catchingUp ? (
        <Note tone="warn">
          <b>Index catching up.</b> The index does not show the last change yet; this is the item itself, read
          again.
        </Note>
      ) : null}
    </>
  );
}
