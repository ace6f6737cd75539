import type { FileSets } from '#shared/domain/downloads/file-sets.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import styles from '../file/files-table.module.css';
import { fileWords } from '../strip/day-words.ts';
import type { Files, WhichFiles } from './use-files.ts';

interface FilesHeadProps {
  readonly which: WhichFiles;
  readonly files: Files;
  readonly sets: FileSets;
}

/** Which files are listed, and of how many. */
export function FilesHead({ which, files, sets }: FilesHeadProps) {
  return (
    <span className={styles.head}>
      <h3 className={styles.title}>Files</h3>
      <span className={styles.hint}>{files.isRead ? listedWords(which, files, sets) : ''}</span>
    </span>
  );
}

/** "10 files, by BatchIndex", "7 of 10 expected are still this batch's; the others are under Open" */
export function listedWords(which: WhichFiles, files: Files, { expected, open }: FileSets): string {
  const { rows, complete } = files;
  const said = complete ? fileWords(rows.length) : `at least ${fileWords(rows.length)}`;
  if (which === 'open') {
    const count = complete ? grouped(rows.length) : `${grouped(rows.length)} of ${grouped(open.length)}`;
    return `${count} that are neither completed nor failed, by their keys`;
  }
  if (which !== null) return `${said} ${which}, as the index has them`;
  if (expected.length === 0 || rows.length >= expected.length || !complete) return `${said}, by BatchIndex`;
  return `${grouped(rows.length)} of ${grouped(expected.length)} expected are still this batch's; the others are under Open`;
}
