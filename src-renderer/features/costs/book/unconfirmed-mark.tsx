import { Chip } from '#renderer/ui/chip/chip.tsx';

/** Beside a price that is not from a page of the vendor, and beside a figure that stands on one. */
export function UnconfirmedMark() {
  return <Chip tone="review">not confirmed by the vendor</Chip>;
}
