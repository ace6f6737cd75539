import { lockFolder } from './folder-lock.ts';
import { openKeptStore, type KeptStore } from './journal-file.ts';
import { collectionsStore } from './store.ts';

/** In its folder, which nobody else may write meanwhile; without one it lives and dies with the process. */
export function openStore(folder: string | undefined): KeptStore {
  if (folder === undefined) return { ...collectionsStore(), close() {} };
  const unlock = lockFolder(folder);
  try {
    const store = openKeptStore(folder);
    return {
      ...store,
      close() {
        store.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
