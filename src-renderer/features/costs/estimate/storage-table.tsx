import type { StorageCost } from '#shared/pricing/storage-lifecycle.ts';
import plain from '#renderer/ui/plain-table/plain-table.module.css';
import { PricedCell } from '../share/priced-cell.tsx';
import { count } from './plan-words.ts';

export function StorageTable({ storage }: { readonly storage: StorageCost }) {
  return (
    <table className={plain.table} aria-label="Storage over six months">
      <thead>
        <tr>
          <th scope="col">Where</th>
          <th scope="col" className={plain.end}>
            For
          </th>
          <th scope="col" className={plain.end}>
            Cost
          </th>
        </tr>
      </thead>
      <tbody>
        {storage.phases.map(({ storage: name, days, usd }) => (
          <tr key={name}>
            <th scope="row">{classes[name]}</th>
            <td className={plain.end}>{count(days, 'day')}</td>
            <PricedCell usd={usd} style={style} />
          </tr>
        ))}
        <tr>
          <th scope="row">Uploading, and moving to Glacier</th>
          <td className={plain.end}>{count(storage.puts, 'request')}</td>
          <PricedCell usd={storage.requestsUsd} style={style} />
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Together
          </th>
          <PricedCell usd={storage.usd} style={style} />
        </tr>
      </tfoot>
    </table>
  );
}

const style = { places: 4, tiny: 'digits' } as const;

const classes: Readonly<Record<StorageCost['phases'][number]['storage'], string>> = {
  's3.standard': 'S3 Standard',
  's3.glacierFlexible': 'S3 Glacier Flexible Retrieval',
  's3.glacierDeepArchive': 'S3 Glacier Deep Archive',
  's3.glacierInstant': 'S3 Glacier Instant Retrieval',
};
