import type {
  AttributeDeclaration,
  EntityDeclaration,
  StatusMachine,
} from '#shared/catalogue/declaration.ts';
import { Chip } from '#renderer/ui/chip/chip.tsx';
import { describeCount } from '#renderer/ui/data-table/describe-rows.ts';
import { spaced } from '../../question/fields.ts';
import plain from '#renderer/ui/plain-table/plain-table.module.css';
import { heldBackWords, statusMoves } from './attribute-words.ts';
import styles from './entity-details.module.css';

export interface EntityDetailsProps {
  readonly name: string;
  readonly entity: EntityDeclaration;
}

export function EntityDetails({ name, entity }: EntityDetailsProps) {
  const { about, attributes, status, tenantless } = entity;
  const size = sizeSentence(entity);
  return (
    <div className={styles.details}>
      {about === undefined ? null : <p>{about}</p>}
      {tenantless === undefined ? null : <p>No tenant in its keys: {tenantless}</p>}
      {size === null ? null : <p>{size}</p>}
      {status === undefined ? null : <Moves machine={status} />}
      <div className={styles.table}>
        <table className={plain.table} aria-label={`Attributes of ${spaced(name)}`}>
          <thead>
            <tr>
              <th scope="col">Attribute</th>
              <th scope="col">Type</th>
              <th scope="col">What it holds</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(attributes).map(([attribute, declared]) => (
              <tr key={attribute}>
                <th scope="row" className={plain.mono}>
                  {attribute}
                </th>
                <td className={styles.type}>
                  {declared.type}
                  {declared.optional === true ? <span className={plain.quiet}>, optional</span> : null}
                </td>
                <td>
                  <Holds declared={declared} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Holds({ declared }: { readonly declared: AttributeDeclaration }) {
  const heldBack = heldBackWords(declared);
  return (
    <span className={styles.holds}>
      {heldBack === null ? null : (
        <Chip tone={declared.secret === undefined ? 'default' : 'solid'} icon="lock">
          {heldBack}
        </Chip>
      )}
      {declared.oneOf === undefined ? null : (
        <span className={styles.values}>{declared.oneOf.join(', ')}</span>
      )}
      {declared.about === undefined ? null : <span className={plain.quiet}>{declared.about}</span>}
    </span>
  );
}

function Moves({ machine }: { readonly machine: StatusMachine }) {
  const { moves, ends } = statusMoves(machine);
  return (
    <div className={styles.machine}>
      <p className={plain.small}>What may come after what, in {machine.attribute}</p>
      <ul className={styles.moves} aria-label={`Moves of ${machine.attribute}`}>
        {moves.map(({ from, to }) => (
          <li key={from} className={styles.status}>
            {from} <span className={plain.quiet}>→</span> {to}
          </li>
        ))}
        {ends.length === 0 ? null : (
          <li>
            <span className={styles.status}>{ends.join(', ')}</span>{' '}
            <span className={plain.quiet}>{ends.length === 1 ? 'is an end' : 'are ends'}</span>
          </li>
        )}
      </ul>
    </div>
  );
}

function sizeSentence({ bytes, largestBytes }: EntityDeclaration): string | null {
  if (bytes === undefined && largestBytes === undefined) return null;
  const usual = bytes === undefined ? null : `about ${describeCount(bytes)} bytes`;
  const largest = largestBytes === undefined ? null : `up to ${describeCount(largestBytes)}`;
  return `An item takes ${[usual, largest].filter((part) => part !== null).join(', ')}${usual === null ? ' bytes' : ''}.`;
}
