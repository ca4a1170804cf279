import type { Import } from '../../../../src/contract/account/contacts.ts'
import { Status } from '../../parts/text.tsx'

export const isUnderWay = ({ status }: Pick<Import, 'status'>) => status === 'uploading' || status === 'waiting'

/** The server calls an import `waiting` between two chunks of rows; people see it as running. */
export function ImportStatus({ of: { status, rowsDone } }: { readonly of: Pick<Import, 'status' | 'rowsDone'> }) {
  return <Status value={status === 'waiting' && rowsDone > 0 ? 'running' : status} />
}
