import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { describeConditions } from '#shared/catalogue/questions/describe-conditions.ts';
import type { ConditionPart } from '#shared/catalogue/questions/describe-conditions.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { keyRoleClass } from '#renderer/ui/key-role/key-role.ts';
import { indexRole } from '../item/key-roles.ts';
import { spaced } from './fields.ts';
import type { Field } from './fields.ts';
import styles from './key-preview.module.css';
import type { Values } from './values.ts';

export interface KeyPreviewProps {
  readonly system: SystemDeclaration;
  readonly pattern: string;
  readonly fields: readonly Field[];
  readonly values: Values;
  /** "25 a page", "consistent", "and 3 more". */
  readonly notes: readonly string[];
}

/** The key that will be asked by, as it is typed. */
export function KeyPreview({ system, pattern, fields, values, notes }: KeyPreviewProps) {
  const { table, indexName } = locate(system, pattern);
  const tone = keyRoleClass(indexRole(table, indexName));
  const conditions = describeConditions(system, pattern, values);
  return (
    <section className={styles.well} aria-label="Key that is asked by">
      {conditions.map(({ attribute, parts }, place) => (
        <div key={attribute} className={styles.condition}>
          <span className={styles.name}>{attribute}</span>
          <span className={styles.code}>
            {parts.map((part, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the pieces of a condition have no other name
              <Part key={at} part={part} fields={fields} tone={tone} />
            ))}
            {place === conditions.length - 1 && notes.length > 0 ? (
              <span className={styles.fixed}>, {notes.join(', ')}</span>
            ) : null}
          </span>
        </div>
      ))}
    </section>
  );
}

interface PartProps extends Pick<KeyPreviewProps, 'fields'> {
  readonly part: ConditionPart;
  readonly tone: string | undefined;
}

function Part({ part: { text, hole, filled }, fields, tone }: PartProps) {
  if (hole === undefined) return <span className={styles.fixed}>{text}</span>;
  if (filled) return <span className={classNames(styles.filled, tone)}>{text}</span>;
  const isEmpty = text === `{${hole}}`;
  const label = fields.find(({ name }) => name === hole)?.label ?? spaced(hole);
  return <span className={isEmpty ? styles.hole : styles.unfit}>{isEmpty ? label.toLowerCase() : text}</span>;
}
