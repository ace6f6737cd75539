import { NotSignedIn } from './not-signed-in.ts';

/** A code that somebody is asked for, once. */
export interface Prompt {
  readonly id: string;
  readonly device: string;
  /** Why it is asked again: the code before was not taken. */
  readonly again: string | null;
  readonly answered: Promise<string>;
  /** True the first time. */
  answer(code: string): boolean;
  giveUp(): boolean;
}

export function openPrompt(asked: Pick<Prompt, 'id' | 'device' | 'again'>): Prompt {
  let isOpen = true;
  let settle: { readonly take: (code: string) => void; readonly refuse: (why: Error) => void } | undefined;
  const answered = new Promise<string>((take, refuse) => {
    settle = { take, refuse };
  });
  const once = (end: () => void): boolean => {
    if (!isOpen) return false;
    isOpen = false;
    end();
    return true;
  };
  return {
    ...asked,
    answered,
    answer: (code) => once(() => settle?.take(code)),
    giveUp: () =>
      once(() => settle?.refuse(new NotSignedIn('given-up', 'No code was given, so nothing is read.'))),
  };
}
