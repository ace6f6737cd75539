import { PersonName } from '../queue/person-name.tsx';
import type { Candidate } from './candidates-of.ts';

export function CandidateName({ candidate }: { readonly candidate: Candidate }) {
  const { by, tenantId } = candidate;
  return tenantId === null ? by : <PersonName tenantId={tenantId} id={by} />;
}
