import type { DocumentFiles } from '../document-files.ts';
import type { Scope } from './held-item.ts';
import { outOfScope } from './out-of-scope.ts';

/** A file is of the tenant in whose folder it lies; what lies elsewhere is nobody's. */
export function scopedFiles(files: DocumentFiles, { tenants }: Scope): DocumentFiles {
  return {
    async read(objectKey, ...more) {
      const tenant = tenantOfFile(objectKey);
      if (tenant === undefined || !tenants.has(tenant)) {
        return outOfScope(tenant ?? 'unknown', 'No file was read.');
      }
      return files.read(objectKey, ...more);
    },
  };
}

/** `documents/{tenant}/…` as customers upload them, `results/{tenant}/…` as the readers write them. */
function tenantOfFile(objectKey: string): string | undefined {
  const [kind, tenant, ...more] = objectKey.split('/');
  const isKnown = (kind === 'documents' || kind === 'results') && more.length > 0;
  // S3 takes dots as they are; whoever stands in between may not.
  return isKnown && !more.some((part) => part === '..' || part === '.') ? tenant : undefined;
}
