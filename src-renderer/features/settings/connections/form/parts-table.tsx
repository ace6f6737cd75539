import { Fragment, useState } from 'react';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Chip } from '#renderer/ui/chip.tsx';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import table from '#renderer/ui/plain-table.module.css';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { SuggestField } from '#renderer/ui/suggest-field.tsx';
import type { DiscoveredPart, Discovery, FoundPart } from '#shared/contract/connections.ts';
import { systems, type FormSystem } from './draft.ts';
import { listParts, messages, sureWords, systemWords } from './form-messages.ts';
import type { FormState } from './form-parts.tsx';
import styles from './parts-table.module.css';

interface PartsTableProps {
  readonly form: FormState;
  readonly found: Discovery | undefined;
}

interface RowOfPart {
  readonly path: string;
  readonly label: string;
  readonly expected: string | null;
  readonly found: readonly FoundPart[] | undefined;
}

/** Lists the parts by system, each with its name and with how sure that is. */
export function PartsTable({ form, found }: PartsTableProps) {
  const { draft } = form;
  const known = new Map(found?.parts.map((part) => [part.part, part]));
  const rows = listParts(draft.stage.trim()).map((part) => {
    const seen = known.get(part.path);
    return { ...part, label: seen?.label ?? part.label, found: seen?.found };
  });
  const others = found?.parts.filter((part) => !part.isSetting) ?? [];
  return (
    <>
      <div className={styles.parts} ref={makeScrollReachable}>
        <table className={table.table} aria-label={messages.resources.parts}>
          <thead>
            <tr>
              <th scope="col">{messages.resources.part}</th>
              <th scope="col">{messages.resources.name}</th>
              <th scope="col">{messages.resources.found}</th>
            </tr>
          </thead>
          <tbody>
            {systems.map((system) => (
              <Fragment key={system}>
                <SystemRow form={form} system={system} />
                {draft.leftOut.includes(system)
                  ? null
                  : rows
                      .filter((part) => part.system === system)
                      .map((part) => <PartRow key={part.path} form={form} part={part} />)}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {others.length === 0 ? null : <OtherParts parts={others} />}
    </>
  );
}

/** The choice of a system heads its rows. Where one is left out, the entry lists the others. */
function SystemRow({
  form: { draft, set },
  system,
}: {
  readonly form: FormState;
  readonly system: FormSystem;
}) {
  const isShown = !draft.leftOut.includes(system);
  return (
    <tr className={styles.system}>
      <th scope="rowgroup" colSpan={3}>
        <Checkbox
          label={messages.resources.shown(systemWords[system])}
          checked={isShown}
          onChange={(on) =>
            set({ leftOut: on ? draft.leftOut.filter((one) => one !== system) : [...draft.leftOut, system] })
          }
        />
      </th>
    </tr>
  );
}

function PartRow({ form, part }: { readonly form: FormState; readonly part: RowOfPart }) {
  const { draft, set, problemAt } = form;
  const { path, label, expected, found } = part;
  const name = draft.names[path] ?? '';
  const [system = ''] = path.split('.', 1);
  const shown = found?.find((one) => one.name === (name === '' ? expected : name));
  return (
    <tr>
      <th scope="row">{label}</th>
      <td data-path={path}>
        <SuggestField
          label={`${label} of ${system}`}
          labelHidden
          mono
          size="sm"
          value={name}
          placeholder={expected ?? messages.resources.noName}
          error={problemAt(path, name)}
          suggestions={(found ?? []).map((one) => ({ value: one.name, hint: sureWords[one.sure] }))}
          onChange={(next) => set({ names: { ...draft.names, [path]: next } })}
        />
      </td>
      <td>
        <FoundCell found={found} shown={shown} />
      </td>
    </tr>
  );
}

interface FoundCellProps {
  readonly found: readonly FoundPart[] | undefined;
  /** The candidate that has the name in the field. */
  readonly shown: FoundPart | undefined;
}

function FoundCell({ found, shown }: FoundCellProps) {
  if (found === undefined) return <span className={styles.quiet}>{messages.resources.notLooked}</span>;
  if (shown === undefined) {
    return (
      <span className={styles.quiet}>
        {found.length === 0
          ? messages.resources.nothing
          : `${String(found.length)} other ${found.length === 1 ? 'candidate' : 'candidates'}`}
      </span>
    );
  }
  return (
    <div className={styles.foundCell}>
      <Chip tone={sureTones[shown.sure]}>{sureWords[shown.sure]}</Chip>
      <span className={styles.why}>{shown.why}</span>
      {shown.lacks.length === 0 ? null : (
        <ul className={styles.lacks}>
          {shown.lacks.map(({ what, means }) => (
            <li key={what}>
              <b>{what}</b> {means}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const sureTones = { certain: 'succeeded', likely: 'accent', possible: 'review' } as const;

/** Functions and alarms follow the stage alone, so they are only shown. */
function OtherParts({ parts }: { readonly parts: readonly DiscoveredPart[] }) {
  const [isOpen, setOpen] = useState(false);
  const seen = parts.filter(({ found }) => found.length > 0).length;
  return (
    <div className={styles.fold}>
      <Disclosure
        line={false}
        title={messages.resources.alsoFound}
        hint={`${String(seen)} of ${String(parts.length)} ${messages.resources.alsoFoundHint}`}
        open={isOpen}
        onOpen={setOpen}
      >
        <ul className={styles.others}>
          {parts.map(({ part, label, expected, found: [best] }) => (
            <li key={part}>
              <span>{label}</span>
              <code>{best?.name ?? expected ?? messages.resources.noName}</code>
              <span className={styles.quiet}>
                {best === undefined ? messages.resources.nothing : best.why}
              </span>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}
