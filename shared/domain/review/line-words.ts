import { fieldLabel } from './field-label.ts';
import type { TotalCheck } from './line-checks.ts';

/** "5 lines sum to 2,493.00, same as subtotal". */
export function totalWords({ lines, unread, sum, field, says, fits }: TotalCheck): string {
  const counted = lines - unread;
  if (counted === 0) return lines === 1 ? 'The amount of the line is no number' : 'No line has an amount';
  const added = counted === 1 ? `1 line comes to ${sum}` : `${counted} lines sum to ${sum}`;
  const left =
    unread === 0
      ? ''
      : `, without ${unread === 1 ? '1 line' : `${unread} lines`} that ${unread === 1 ? 'is' : 'are'} no number`;
  if (field === null) return `${added}${left}`;
  const label = inSentence(fieldLabel(field));
  if (fits === true) return `${added}, same as ${label}`;
  return `${added}${left}; ${label} ${says === null || says === '' ? 'is not known' : `says ${says}`}`;
}

function inSentence(label: string): string {
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
