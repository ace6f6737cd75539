import { useToast } from '#renderer/ui/toast/use-toast.ts';

/** Whoever presses a key is told why it does nothing, as whoever points at the button is. */
export function useOrSay(): (whyNot: string | undefined, act: () => void) => () => void {
  const toast = useToast();
  return (whyNot, act) =>
    whyNot === undefined ? act : () => void toast.show({ message: whyNot, id: 'why not' });
}
