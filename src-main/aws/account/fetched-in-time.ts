import { NotSignedIn } from './not-signed-in.ts';

type AskCode = (device: string) => Promise<string>;

/**
 * A command of a profile may wait for a window that nobody sees: then a person is told, and can try again. While they
 * look for a code, no time passes.
 */
export function fetchedInTime<Keys>(
  fetch: (askCode: AskCode) => Promise<Keys>,
  askCode: AskCode,
): Promise<Keys> {
  return new Promise((resolve, reject) => {
    const late = new NotSignedIn('refused', 'The sign-in to AWS took longer than two minutes.');
    let isOver = false;
    const tooLong = (): void => {
      isOver = true;
      reject(late);
    };
    let timer = setTimeout(tooLong, longest).unref();
    const askWithoutHaste: AskCode = async (device) => {
      // What was given up may come to its question all the same: nobody would get the keys for that code.
      if (isOver) throw late;
      clearTimeout(timer);
      try {
        return await askCode(device);
      } finally {
        timer = setTimeout(tooLong, longest).unref();
      }
    };
    fetch(askWithoutHaste)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
}

const longest = 120_000;
