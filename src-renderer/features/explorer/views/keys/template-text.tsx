import { Fragment } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import { keyRoleClass } from '#renderer/ui/key-role/key-role.ts';
import type { KeyRole } from '#renderer/ui/key-role/key-role.ts';
import { templateChunks } from './template-pieces.ts';
import styles from './template-text.module.css';

export interface TemplateTextProps {
  readonly template: string;
  readonly role: KeyRole;
}

/** A key template: what is always there, and the holes in the colour of the key. */
export function TemplateText({ template, role }: TemplateTextProps) {
  return (
    <code className={styles.template}>
      {templateChunks(template).map((pieces, chunk) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of a template have no other name
        <Fragment key={chunk}>
          {chunk === 0 ? null : <wbr />}
          <span className={pieces.some(({ isHole }) => isHole) ? styles.together : undefined}>
            {pieces.map(({ text, isHole }, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- the parts of a template have no other name
              <span key={place} className={isHole ? classNames(styles.hole, keyRoleClass(role)) : undefined}>
                {text}
              </span>
            ))}
          </span>
        </Fragment>
      ))}
    </code>
  );
}
