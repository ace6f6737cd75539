import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';

export interface IndexNameProps {
  /** As receipts name it: "table" for the table's own key. */
  readonly index: string;
}

/** The table's own key is called PK wherever an index is named; aloud it says what that is. */
export function IndexName({ index }: IndexNameProps) {
  return index === 'table' ? <OwnKey text="PK" /> : index;
}

export const ownKeyWords = "the table's own key";

export function OwnKey({ text }: { readonly text: string }) {
  return (
    <>
      <span aria-hidden>{text}</span>
      <VisuallyHidden>{ownKeyWords}</VisuallyHidden>
    </>
  );
}
