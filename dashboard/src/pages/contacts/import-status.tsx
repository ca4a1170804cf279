import type { Import } from '../../../../src/contract/console/contacts.ts'
import { Status } from '../../parts/text.tsx'

export const isUnderWay = ({ status }: Pick<Import, 'status'>) => status === 'uploading' || status === 'waiting'

/** In words for people: to the server one that it works on is waiting for its next turn. */
export function ImportStatus({ of: { status, rowsDone } }: { readonly of: Pick<Import, 'status' | 'rowsDone'> }) {
  return <Status value={status === 'waiting' && rowsDone > 0 ? 'running' : status} />
}
